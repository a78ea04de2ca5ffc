export interface LogoImage {
  src: string
  width: number
  height: number
}

export interface Logo extends LogoImage {
  dark?: LogoImage | undefined
}
