import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { deskViewCalls } from '@tradefront/contract/desk-views'
import Bookmark from 'lucide-react/icons/bookmark'
import X from 'lucide-react/icons/x'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { navLinkClass } from '../../ui/layout/nav-link-class.ts'
import { cx } from '../../ui/styles/cx.ts'

const viewsQuery = queryOptions({
  queryKey: callKey(deskViewCalls.listViews),
  queryFn: async ({ signal }) => (await performCall(deskViewCalls.listViews, { signal })).views,
})

/** The operator's saved views, in the menu. It is not shown while there are none. */
export function SavedViews({ onChoose }: { readonly onChoose?: (() => void) | undefined }) {
  const t = useTranslate()
  const { href } = useLocation()
  const { data: views = [] } = useQuery(viewsQuery)
  const remove = useCallMutation(deskViewCalls.removeView, { invalidates: [deskViewCalls.listViews] })
  if (views.length === 0) return null
  return (
    <section aria-label={t('desk.views')}>
      <h2 className="px-3 pb-1 text-13 text-muted" aria-hidden>
        {t('desk.views')}
      </h2>
      <ul>
        {views.map(({ id, name, address }) => (
          <li key={id} className="group flex items-center">
            <a
              href={`#${address}`}
              onClick={onChoose}
              aria-current={href === address ? 'page' : undefined}
              className={cx(
                navLinkClass,
                'target min-w-0 flex-1 gap-3 rounded-field px-3 hover:bg-raised aria-[current=page]:bg-accent-soft',
              )}
            >
              <Bookmark size={18} className="shrink-0" aria-hidden />
              <span className="truncate">{name}</span>
            </a>
            <IconButton
              label={t('desk.remove_view', { name })}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ body: { id } })}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
