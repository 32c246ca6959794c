import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type CommandView, deskCalls } from '@tradefront/contract/desk'
import { operatorActions } from '@tradefront/contract/operator-actions'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'

import { toErrorText } from '../platform/api/error-text.ts'
import { useCallMutation } from '../platform/api/use-call-mutation.ts'
import { serverNow } from '../platform/clock.ts'
import { useFormat } from '../platform/i18n/format.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { QueryView } from '../platform/query/query-view.tsx'
import { showToast } from '../platform/toasts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Card } from '../ui/layout/card.tsx'
import { ScreenTitle } from '../ui/layout/screen-title.tsx'
import { openCommandsQuery, orderCommand } from './api.ts'
import { CsvButton } from './csv-button.tsx'
import { toCsvTime } from './csv.ts'
import { describeCommand, describeEnd, findPage } from './describe-command.ts'
import { hasRole } from './navigation.ts'
import { useOperator } from './operator-context.ts'
import { OthersNotice } from './others-notice.tsx'
import { isGivenUp } from './passkeys.ts'
import { TraderLink } from './traders/trader-link.tsx'
import { useKeys } from './use-keys.ts'
import { useChosenRow } from './use-list-keys.ts'

/** Commands that other operators have signed, and those that wait for a second signature. */
export function ApprovalsScreen() {
  const t = useTranslate()
  const format = useFormat()
  const query = useQuery(openCommandsQuery)
  const { chosen, toRowProps } = useChosenRow((query.data ?? []).map(({ id }) => id))
  return (
    <div className="flex w-full max-w-3xl flex-col gap-6">
      <ScreenTitle
        lead={t('desk.approvals_lead')}
        aside={
          query.data?.length !== 0 && (
            <CsvButton
              file="approvals"
              title={t('desk.approvals')}
              load={() => query.data ?? []}
              columns={[
                { title: t('desk.col_order'), toCell: (command) => describeCommand(t, format, command) },
                { title: t('desk.name'), toCell: ({ requestedBy }) => requestedBy },
                { title: t('desk.col_time'), toCell: ({ createdAtMs }) => toCsvTime(createdAtMs) },
                { title: t('desk.reason'), toCell: ({ reason }) => reason },
              ]}
            />
          )
        }
      >
        {t('desk.approvals')}
      </ScreenTitle>
      <QueryView
        query={query}
        name={t('desk.approvals')}
        skeleton={<Skeleton className="h-40" />}
        isEmpty={(commands) => commands.length === 0}
        empty={<EmptyState title={t('desk.no_approvals')}>{t('desk.no_approvals_text')}</EmptyState>}
      >
        {(commands) => (
          <ul className="flex flex-col gap-4">
            {commands.map((command) => (
              <li key={command.id} {...toRowProps(command.id)} className="rounded-card">
                <Approval command={command} isChosen={command.id === chosen} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

/** @param props.isChosen others who look at it, too, are named, and keys decide about it */
function Approval({ command, isChosen }: { readonly command: CommandView; readonly isChosen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const navigate = useNavigate()
  const { name, roles } = useOperator()
  const hasRight = hasRole(roles, operatorActions[command.action].roles)
  const isOwn = command.signedBy.includes(name)
  const sign = useMutation({
    mutationFn: () => orderCommand(command),
    onSuccess: (done) => {
      const { tone, title } = describeEnd(t, done)
      showToast({ tone, text: title })
    },
    onError: (error) => showToast({ tone: 'danger', text: isGivenUp(error) ? t('desk.given_up') : toErrorText(error) }),
  })
  const cancel = useCallMutation(deskCalls.cancelCommand, { invalidates: [deskCalls.listCommands] })
  const canSign = hasRight && !isOwn
  const isPending = sign.isPending || cancel.isPending
  const takeBack = () => cancel.mutate({ body: { id: command.id, reason: t('desk.taken_back') } })
  const [signText, cancelText] = [t('desk.sign_too'), t(isOwn ? 'desk.take_back' : 'desk.refuse')]
  useKeys(
    !isChosen || isPending
      ? []
      : [
          ...(canSign ? [{ key: 'a', text: signText, run: () => sign.mutate() }] : []),
          ...(isOwn || hasRight ? [{ key: 'r', text: cancelText, run: takeBack }] : []),
          { key: 'Enter', text: t('desk.look'), run: () => void navigate({ to: findPage(command) }) },
        ],
  )
  return (
    <Card className="flex flex-col gap-3">
      {isChosen && <OthersNotice subject={`command:${command.id}`} />}
      <p className="text-17 font-semibold">{describeCommand(t, format, command)}</p>
      {command.trader !== null && (
        <p>
          {t('desk.trader')}: <TraderLink {...command.trader} />
        </p>
      )}
      <p className="text-muted">
        {t('desk.asked_by', { name: command.requestedBy, ago: format.ago(command.createdAtMs, serverNow()) })}{' '}
        <span className="text-ink">“{command.reason}”</span>
      </p>
      <details className="text-13 text-muted">
        <summary className="cursor-pointer">{t('desk.signed_text')}</summary>
        <p className="pt-2 whitespace-pre-wrap wrap-anywhere">{command.signedText}</p>
      </details>
      <div className="flex flex-wrap items-center gap-3">
        {canSign && (
          <Button tone="primary" isPending={sign.isPending} aria-keyshortcuts="a" onPress={() => sign.mutate()}>
            <Fingerprint size={18} aria-hidden />
            {signText}
          </Button>
        )}
        {(isOwn || hasRight) && (
          <Button isPending={cancel.isPending} aria-keyshortcuts="r" onPress={takeBack}>
            {cancelText}
          </Button>
        )}
        {isOwn && <span className="text-muted">{t('desk.waits_for_second')}</span>}
        <Link to={findPage(command)} className="ms-auto font-medium text-accent-ink hover:underline">
          {t('desk.look')}
        </Link>
      </div>
    </Card>
  )
}
