// Runs several processes as one: when one ends, or somebody asks to stop, all are asked to stop and waited for.
import { spawn } from 'node:child_process'

import { node, root } from './install-deps.mjs'

/** After this, what does not end is killed. */
const killAfterMs = 15_000

/** @param processes each the arguments of Node.js, with what it needs beside this process's environment and folder */
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
    // Detached: Ctrl-C reaches this process alone, which then asks each of them once.
    // The channel closes when this process is killed: they end then, too.
    const stdio = ['ignore', 'inherit', 'pipe', 'ipc']
    const options = { cwd, stdio, detached: true, env: { ...process.env, ...env } }
    const child = spawn(node, args, options)
    children.push(child)
    child.stderr.setEncoding('utf8').on('data', (text) => printOnce(child, text))
    child.once('exit', (code) => end(code ?? 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
  // npm hands a SIGTERM to its shell, which dies of it without a word to this process.
  const shell = process.ppid
  if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid !== shell && end(0), 250).unref()
}

/** Who has said a line first. */
const firstPrinters = new Map()

/** Prints what a process complains of, once: a bad setting is often the same to several of them. */
function printOnce(child, text) {
  for (const line of text.split(/(?<=\n)/)) {
    if (firstPrinters.size < 100 && !firstPrinters.has(line)) firstPrinters.set(line, child)
    if ((firstPrinters.get(line) ?? child) === child) process.stderr.write(line)
  }
}
