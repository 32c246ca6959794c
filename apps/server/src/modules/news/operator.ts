import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { updateHidden } from './store.ts'

/** Actions on news. An item stays hidden when its feed brings it again. */
export const newsActions: ActionHandlers = {
  'news.hide': (context, { headline }, by) => change(context, 'news.hide', headline, by),
  'news.show': (context, { headline }, by) => change(context, 'news.show', headline, by),
}

async function change({ db, clock }: AppContext, action: 'news.hide' | 'news.show', id: string, by: Signers) {
  const isHidden = action === 'news.hide'
  const isChanged = await updateHidden(db, id, isHidden, {
    by,
    action,
    subject: `headline:${id}`,
    at: clock.now(),
    before: { isHidden: !isHidden },
    after: { isHidden },
  })
  return isChanged ? ok() : refuse('desk.changed')
}
