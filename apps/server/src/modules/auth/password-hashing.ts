import * as argon2 from '@node-rs/argon2'

type PasswordCost = Pick<argon2.Options, 'memoryCost' | 'timeCost' | 'parallelism'>

/** Cost of argon2id that OWASP recommends first. */
const fullCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHasher = {
  readonly hashPassword: (password: string) => Promise<string>
  /** Verifies a password. @param hash null for an unknown user, which takes the same work, so that timing does not reveal it */
  readonly verifyPassword: (hash: string | null, password: string) => Promise<boolean>
}

export function createPasswordHasher(cost = fullCost, { hash, verify } = argon2): PasswordHasher {
  let dummy: Promise<string> | null = null
  return {
    hashPassword: (password) => hash(password, cost),
    verifyPassword: async (stored, password) => {
      dummy ??= hash('not the password of any account', cost)
      const isMatch = await verify(stored ?? (await dummy), password)
      return stored !== null && isMatch
    },
  }
}
