export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Asks a question. Null when the terminal is not interactive. */
  readonly prompt: ((question: string) => Promise<string>) | null
  readonly osUser: string
}
