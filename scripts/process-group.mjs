// Runs processes. When one of them ends or a signal arrives, all get SIGTERM, and the script waits for their end.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { node, root } from './install-deps.mjs'

/** A process that takes longer is killed. The server needs up to 42 s if each of its parts hangs. */
export const killAfterMs = 45_000

/** @param processes arguments for Node.js, with additions to the environment and another folder if needed */
export function runProcessGroup(processes) {
  const children = []
  let isEnding = false
  const end = (code) => {
    if (isEnding) return
    isEnding = true
    process.exitCode = code
    const signalAll = (signal) => {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    }
    signalAll('SIGTERM')
    setTimeout(signalAll, killAfterMs, 'SIGKILL').unref()
  }
  for (const { args, env = {}, cwd = root } of processes) {
    // Detached, so that Ctrl-C only reaches this process, which signals each child once. If this process is killed, the channel closes and
    // the children end.
    const stdio = ['ignore', 'inherit', 'pipe', 'ipc']
    const options = { cwd, stdio, detached: true, env: { ...process.env, ...env } }
    const child = spawn(node, args, options)
    children.push(child)
    child.stderr.setEncoding('utf8').on('data', (text) => printOnce(child, text))
    child.once('exit', (code) => end(code ?? 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
  if (process.env['npm_lifecycle_event']) endWithNpm(() => end(0))
}

/** npm sends SIGTERM only to its shell, which ends without telling this process. A killed npm leaves its shell behind. */
function endWithNpm(end) {
  const shell = process.ppid
  const npm = findNpmOfShell(shell)
  setInterval(() => {
    if (process.ppid !== shell || (npm !== null && findNpmOfShell(shell) !== npm)) end()
  }, 250).unref()
}

/** Finds npm by its shell. Returns null if npm has started this process without a shell, or outside of Linux. */
function findNpmOfShell(shell) {
  try {
    if (!/^[^\0]*sh\0-c\0/.test(readFileSync(`/proc/${shell}/cmdline`, 'utf8'))) return null
    // The name of the process, in brackets, can have any characters.
    return readFileSync(`/proc/${shell}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ')[1] ?? null
  } catch {
    return null
  }
}

const firstPrinters = new Map()

/** Prints each line once, because a bad setting often affects several processes. */
function printOnce(child, text) {
  for (const line of text.split(/(?<=\n)/)) {
    if (firstPrinters.size < 100 && !firstPrinters.has(line)) firstPrinters.set(line, child)
    if ((firstPrinters.get(line) ?? child) === child) process.stderr.write(line)
  }
}
