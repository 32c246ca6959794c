import { parentPort, workerData } from 'node:worker_threads'

import { readMail } from './read-mail.ts'

/** `workerData` has the bytes of a mail. The worker replies with what the mail says. */
parentPort?.postMessage(await readMail(workerData as Uint8Array))
