// This is a thread of its own, because the main one draws. Plain JavaScript, because it loads faster.
import { workerData } from 'node:worker_threads'

const { maxCpuMs, maxBytes, peak } = workerData

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const bytes = process.memoryUsage.rss()
  peak[0] = Math.max(peak[0], bytes)
  // The process ends without a result: the server takes this for a file that costs too much.
  if ((user + system) / 1000 > maxCpuMs || bytes > maxBytes) process.kill(process.pid, 'SIGKILL')
}, 20)
