import { newPassword } from '@tradefront/contract/auth'
import { type Result, ok, refuse } from '@tradefront/rules/result'

export type PasswordPolicyViolation =
  | 'auth.password_short'
  | 'auth.passwords_differ'
  | 'auth.password_common'
  | 'auth.password_personal'

export type PasswordOwner = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Words of this site that a password must not be. */
const ownWords = ['tradefront']
/** A shorter word of the owner's name is ignored, because too many passwords contain it. */
const minWordLength = 3
/** A word of this length is also found inside another word. */
const minPartLength = 4

let commonPasswords: Promise<ReadonlySet<string>> | null = null

/** Loads about 49,000 passwords in lower case. They are in a file of their own, because they are large. */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return commonPasswords
}

export function checkRepetition(
  password: string,
  repeated: string,
): Result<void, 'auth.password_short' | 'auth.passwords_differ'> {
  if (!newPassword.safeParse(password).success) return refuse('auth.password_short')
  return repeated === password ? ok() : refuse('auth.passwords_differ')
}

/** Refuses passwords that others guess first. */
export async function checkGuessability(
  password: string,
  owner: PasswordOwner,
): Promise<Result<void, 'auth.password_common' | 'auth.password_personal'>> {
  const lower = password.toLowerCase()
  const isMonotonous = new Set(lower.trim()).size < 2
  const words = [lower, lower.replace(/[^\p{L}]+$/u, '')]
  const common = await loadCommonPasswords()
  if (isMonotonous || common.has(lower) || ownWords.some((word) => words.includes(word)))
    return refuse('auth.password_common')
  const [localPart = ''] = owner.email.split('@')
  const personal = [owner.firstName, owner.lastName, localPart].flatMap(listWords)
  return personal.some((word) => containsWord(lower, word)) ? refuse('auth.password_personal') : ok()
}

/** Lists the words that a password must not contain: for `Anna Maria` also `anna`, `maria` and `annamaria`. */
function listWords(name: string): string[] {
  const whole = name.trim().toLowerCase()
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  return [whole, parts.join(''), ...parts]
}

function containsWord(password: string, word: string): boolean {
  const length = [...word].length
  if (length < minWordLength) return false
  if (length >= minPartLength) return password.includes(word)
  return password.split(/[^\p{L}]+/u).includes(word)
}
