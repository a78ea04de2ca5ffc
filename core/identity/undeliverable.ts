/** No mail server has a name under `.invalid` (RFC 2606): such an address is ours, for a user who has none. */
export const isUndeliverable = (address: string): boolean => /\.invalid$/i.test(address)
