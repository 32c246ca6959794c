import * as z from 'zod/mini'

import { defineCall } from './call.ts'

/** What lists of the desk are about. The database tells that one has changed, and nothing of what is in it. */
export const deskTopics = [
  'withdrawals',
  'deposits',
  'chargebacks',
  'bank',
  'statements',
  'documents',
  'tickets',
  'commands',
  'cases',
  'alerts',
  'traders',
  'settings',
  'operators',
  'symbols',
  'quarantines',
  'presence',
] as const
export type DeskTopic = (typeof deskTopics)[number]

export const isDeskTopic = (text: string): text is DeskTopic => deskTopics.some((topic) => topic === text)

export const deskLiveCalls = {
  followChanges: defineCall({
    method: 'GET',
    path: '/api/desk/changes',
    access: 'client',
    source: 'ours',
    summary:
      'Server-sent events for five minutes: each names the lists that have changed, separated by spaces, at most one in a second.',
    reply: z.unknown(),
  }),
}
