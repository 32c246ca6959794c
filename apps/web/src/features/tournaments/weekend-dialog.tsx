import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { weekendDialogRows } from '@tradefront/rules/tournaments/prizes'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { getTournamentQuery } from './api.ts'
import { ParticipantTable } from './leaderboard-table.tsx'
import { LeaderboardView } from './leaderboard-view.tsx'

/** The weekend tournament (spec: account 2, `/api/ag/tourney_weekend` in account 7): ten places on a phone, else twenty. */
export function WeekendDialog(props: { readonly id: number; readonly onClose: () => void }) {
  const t = useTranslate()
  const { id, onClose } = props
  return (
    <ServerFragment page="tourney_weekend" title={t('tournaments.weekend')}>
      {({ title, body }) => (
        <Dialog
          title={title}
          isOpen
          onClose={onClose}
          closeLabel={t('shell.close')}
          isDismissable
          actions={
            <Link to={paths.show('contest')} onClick={onClose} className={buttonClass({ tone: 'primary' })}>
              {t('tournaments.all_places')}
            </Link>
          }
        >
          {body}
          <WeekendPlaces id={id} />
        </Dialog>
      )}
    </ServerFragment>
  )
}

function WeekendPlaces({ id }: { readonly id: number }) {
  const t = useTranslate()
  const isWide = useMediaQuery('(width >= 40rem)')
  const query = useQuery(getTournamentQuery(id, isWide ? weekendDialogRows.wide : weekendDialogRows.phone))
  return (
    <LeaderboardView
      query={query}
      isEmpty={({ participants }) => participants.length === 0}
      empty={<EmptyState title={t('tournaments.empty')}>{t('tournaments.empty_text')}</EmptyState>}
    >
      {({ participants }) => <ParticipantTable participants={participants} />}
    </LeaderboardView>
  )
}
