import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { openCommandsQuery } from './api.ts'
import { findPage } from './describe-command.ts'

/**
 * Says that an operator has already signed something about this page.
 * @param page e.g. `/withdrawals/<id>`
 */
export function WaitingCommand({ page }: { readonly page: string }) {
  const t = useTranslate()
  const { data: commands = [] } = useQuery(openCommandsQuery)
  const command = commands.find((each) => findPage(each) === page)
  if (command === undefined) return null
  return (
    <Banner
      tone="info"
      title={t('desk.signed_by', { name: command.signedBy.join(', ') })}
      action={
        <Link to="/approvals" className={buttonClass({})}>
          {t('desk.to_approvals')}
        </Link>
      }
    >
      “{command.reason}”
    </Banner>
  )
}
