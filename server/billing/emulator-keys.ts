/** Known to everybody, and worth nothing: the emulator listens on this machine only and moves no money. */
export const emulatorKeys = { secretKey: 'sk_test_emulator', webhookSecret: 'whsec_emulator' }
