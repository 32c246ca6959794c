import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers } from '../../context.ts'
import { parsePageKey } from './page-key.ts'
import { sanitizePage } from './service.ts'
import { listPageVersions, replacePage } from './store.ts'

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

export const pageActions: ActionHandlers = {
  'page.change': async ({ db, clock }, { page, title, html: written, changedAtMs }, by) => {
    const key = parsePageKey(page)
    if (key === null) return refuse('errors.not_found')
    const { html } = await sanitizePage(written)
    if (html.trim() === '') return refuse('desk_marketing.page_empty')
    const entry = { by, action: 'page.change', at: clock.now() }
    const isWritten = await replacePage(db, key, { title, html }, entry, toDate(changedAtMs))
    return isWritten ? ok() : refuse('desk.changed')
  },
  'page.restore': async ({ db, clock }, { page, version, changedAtMs }, by) => {
    const key = parsePageKey(page)
    if (key === null) return refuse('errors.not_found')
    const found =
      version === null ? { content: null } : (await listPageVersions(db, key)).find(({ id }) => id === version)
    if (found === undefined) return refuse('errors.not_found')
    const entry = { by, action: 'page.restore', at: clock.now() }
    return (await replacePage(db, key, found.content, entry, toDate(changedAtMs))) ? ok() : refuse('desk.changed')
  },
}
