import { type Options, hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice. The library's default algorithm is argon2id. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords are kept as argon2id only. `matches` takes the same time whether there is an account or not. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /** `hash` null: nobody has this e-mail; the work is done all the same and the answer is no. */
  readonly matches: (hash: string | null, password: string) => Promise<boolean>
}

export function createPasswords(): Passwords {
  let dummy: Promise<string> | null = null
  return {
    hash: (password) => hash(password, cost),
    matches: async (stored, password) => {
      dummy ??= hash('nobody has this password', cost)
      const fits = await verify(stored ?? (await dummy), password)
      return stored !== null && fits
    },
  }
}
