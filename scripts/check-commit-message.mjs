// The hook `commit-msg`: refuses a commit whose message does not say in short what it changes, and why.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const maxSubject = 72
/** A commit that changes more files than this has to say why. */
const maxFilesWithoutBody = 20

/**
 * Checks a commit message.
 * @returns what is wrong with it, or null
 */
export function findMessageProblem(message, changedFiles) {
  const [subject = '', blank = '', ...body] = message
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
    .split('\n')
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return null
  if (subject.length > maxSubject) return `The subject has ${subject.length} characters; ${maxSubject} are allowed.`
  if (!/^\p{Lu}/u.test(subject) || subject.endsWith('.'))
    return 'The subject begins with a capital letter and ends without a full stop: "Refuse a sale without a closing price".'
  if (blank !== '') return 'A blank line separates the subject from the body.'
  if (changedFiles > maxFilesWithoutBody && body.join('').trim() === '')
    return `${changedFiles} files change: say why in the body.`
  return null
}

if (import.meta.filename === process.argv[1]) {
  const { stdout } = spawnSync('git', ['diff', '--cached', '--name-only'], { encoding: 'utf8' })
  const problem = findMessageProblem(readFileSync(process.argv[2], 'utf8'), stdout.split('\n').filter(Boolean).length)
  if (problem !== null) {
    console.error(problem)
    process.exitCode = 1
  }
}
