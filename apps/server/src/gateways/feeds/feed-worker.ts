import { parentPort, workerData } from 'node:worker_threads'

import { parseFeedDocument } from './parse-feed.ts'

/** `workerData` is the text of a feed; replies with its items. Fails for a text that is no feed. */
parentPort?.postMessage(await parseFeedDocument(String(workerData)))
