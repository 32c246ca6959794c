import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, visibleLine } from './wire.ts'

// Filters of lists that an operator has saved by a name.

/** `address`: the screen and its filter, e.g. `/deposits?queue=claims`. */
export const savedView = z.object({ id: z.uuid(), name: z.string(), address: z.string() })
export type SavedView = z.infer<typeof savedView>

export const longestViewName = 40

export const deskViewCalls = {
  listViews: defineCall({
    method: 'GET',
    path: '/api/desk/views',
    access: 'client',
    source: 'ours',
    summary: 'The saved views of the operator, by name.',
    reply: z.object({ return: z.literal(true), views: z.array(savedView) }),
  }),
  saveView: defineCall({
    method: 'POST',
    path: '/api/desk/views',
    access: 'client',
    source: 'ours',
    summary: 'Saves a view. The same name again replaces it.',
    body: z.strictObject({
      id: z.uuid(),
      name: visibleLine(longestViewName).check(z.trim(), z.minLength(1)),
      address: z.string().check(z.regex(/^\/[a-z]+\?[^\s#]{1,400}$/)),
    }),
    reply: extendPlainReply({}),
  }),
  removeView: defineCall({
    method: 'POST',
    path: '/api/desk/views/remove',
    access: 'client',
    source: 'ours',
    summary: 'Removes a saved view.',
    body: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({}),
  }),
}
