import { parentPort, workerData } from 'node:worker_threads'

import { readMail } from './read-mail.ts'

/** `workerData` are the bytes of a mail; replies with what it says. */
parentPort?.postMessage(await readMail(workerData as Uint8Array))
