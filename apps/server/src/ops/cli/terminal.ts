/** Where a command reads and writes. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Null when the terminal is not interactive. */
  readonly prompt: ((question: string) => Promise<string>) | null
  /** The machine's account that runs the command. */
  readonly osUser: string
}
