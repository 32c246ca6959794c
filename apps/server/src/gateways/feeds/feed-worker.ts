import { parentPort, workerData } from 'node:worker_threads'

import { parseFeedDocument } from './parse-feed.ts'

/** `workerData` is the text of a feed. The worker replies with its items, and fails for a text that is no feed. */
parentPort?.postMessage(await parseFeedDocument(String(workerData)))
