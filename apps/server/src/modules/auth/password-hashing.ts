import { type Options, hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice. The library's default algorithm is argon2id. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords are kept as argon2id only. `verifyPassword` takes the same time whether there is an account or not. */
export type PasswordHasher = {
  readonly hashPassword: (password: string) => Promise<string>
  /** `hash` null: nobody has this e-mail; the work is done all the same and the answer is no. */
  readonly verifyPassword: (hash: string | null, password: string) => Promise<boolean>
}

export function createPasswordHasher(): PasswordHasher {
  let dummy: Promise<string> | null = null
  return {
    hashPassword: (password) => hash(password, cost),
    verifyPassword: async (stored, password) => {
      dummy ??= hash('nobody has this password', cost)
      const isMatch = await verify(stored ?? (await dummy), password)
      return stored !== null && isMatch
    },
  }
}
