import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CascadeRuleView } from '@tradefront/contract/desk-processors'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { settingsQuery } from '../control/api.ts'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { WaitingCommand } from '../waiting-command.tsx'
import { CascadePreview } from './cascade-preview.tsx'
import { describeAbout, describeEffect, describeRules } from './describe-rules.ts'
import { type CascadeSettings, readCascadeSettings } from './read-settings.ts'
import { RuleDialog } from './rule-dialog.tsx'

const newRule: CascadeRuleView = {
  name: '',
  countries: [],
  minAmount: null,
  maxAmount: null,
  cardRanges: [],
  remove: [],
  first: [],
}

/** Rules that remove processors from the order of some card payments, or put them first, beside a preview. */
export function CascadeScreen() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_cascade.lead')}>{t('desk_cascade.title')}</ScreenTitle>
      <WaitingCommand page="/settings/cascade_rules" />
      <QueryView
        query={useQuery({ ...settingsQuery, select: readCascadeSettings })}
        name={t('desk_cascade.title')}
        skeleton={<Skeleton className="h-96" />}
      >
        {({ rules, settings }) => (
          // Another operator's change replaces what was being written: it would be refused.
          <Rules key={JSON.stringify(rules)} rules={rules} settings={settings} />
        )}
      </QueryView>
    </div>
  )
}

type Edit = { readonly index: number; readonly rule: CascadeRuleView }

function Rules(props: { readonly rules: readonly CascadeRuleView[]; readonly settings: CascadeSettings }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  const [draft, setDraft] = useState(props.rules)
  const [edit, setEdit] = useState<Edit | null>(null)
  const canChange = hasRole(roles, ['payments', 'risk'])
  const isChanged = JSON.stringify(draft) !== JSON.stringify(props.rules)
  const move = (index: number, by: number) =>
    setDraft(
      draft.map((rule, place) => draft[place === index ? index + by : place === index + by ? index : -1] ?? rule),
    )
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <section aria-label={t('desk_cascade.rules')} className="flex min-w-0 flex-col gap-4">
        {draft.length === 0 ? (
          <p className="rounded-card border border-dashed border-line p-8 text-center text-muted">
            {t('desk_cascade.none_yet')}
          </p>
        ) : (
          <ol className="flex flex-col gap-3">
            {draft.map((rule, index) => (
              <li key={index}>
                <RuleCard
                  rule={rule}
                  place={index + 1}
                  isLast={index === draft.length - 1}
                  canChange={canChange}
                  onMove={(by) => move(index, by)}
                  onEdit={() => setEdit({ index, rule })}
                  onRemove={() => setDraft(draft.filter((_, place) => place !== index))}
                />
              </li>
            ))}
          </ol>
        )}
        {canChange && (
          <div className="flex flex-wrap items-center gap-3">
            <Button onPress={() => setEdit({ index: draft.length, rule: newRule })}>
              <Plus size={18} aria-hidden />
              {t('desk_cascade.add_rule')}
            </Button>
            <ActionButton
              action="setting.change_dangerous"
              tone="primary"
              isLoud
              label={t('desk_cascade.sign')}
              title={t('desk_cascade.sign_title')}
              input={{ setting: 'cascade_rules', before: props.rules, value: draft }}
              isOffered={isChanged}
            >
              <p className="whitespace-pre-line wrap-anywhere">{describeRules(t, format, draft)}</p>
            </ActionButton>
            {isChanged && (
              <Button tone="subtle" onPress={() => setDraft(props.rules)}>
                {t('desk_cascade.discard')}
              </Button>
            )}
          </div>
        )}
        {isChanged && <p className="text-13 text-warn">{t('desk_cascade.not_signed')}</p>}
        <Link
          to="/settings/$id"
          params={{ id: 'cascade_rules' }}
          className="self-start font-medium text-accent-ink hover:underline"
        >
          {t('desk_cascade.history')}
        </Link>
      </section>
      <CascadePreview rules={draft} settings={props.settings} />
      {edit !== null && (
        <RuleDialog
          rule={edit.rule}
          onClose={() => setEdit(null)}
          onDone={(rule) => {
            setDraft(draft.toSpliced(edit.index, 1, rule))
            setEdit(null)
          }}
        />
      )}
    </div>
  )
}

function RuleCard(props: {
  readonly rule: CascadeRuleView
  readonly place: number
  readonly isLast: boolean
  readonly canChange: boolean
  readonly onMove: (by: 1 | -1) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { rule, place } = props
  return (
    <Card className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="flex min-w-52 flex-1 flex-col gap-1">
        <h2 className="font-semibold">
          <span className="text-muted tabular">{place}.</span> {rule.name}
        </h2>
        <p className="text-muted wrap-anywhere">{describeAbout(t, format, rule)}</p>
        <p className="font-medium wrap-anywhere">{describeEffect(t, rule)}</p>
      </div>
      {props.canChange && (
        <div className="flex gap-1">
          <Button
            tone="subtle"
            size="icon"
            aria-label={t('desk_cascade.move_up', { name: rule.name })}
            isDisabled={place === 1}
            onPress={() => props.onMove(-1)}
          >
            <ArrowUp size={18} aria-hidden />
          </Button>
          <Button
            tone="subtle"
            size="icon"
            aria-label={t('desk_cascade.move_down', { name: rule.name })}
            isDisabled={props.isLast}
            onPress={() => props.onMove(1)}
          >
            <ArrowDown size={18} aria-hidden />
          </Button>
          <Button
            tone="subtle"
            size="icon"
            aria-label={t('desk_cascade.remove_rule', { name: rule.name })}
            onPress={props.onRemove}
          >
            <Trash2 size={18} aria-hidden />
          </Button>
          <Button size="sm" aria-label={t('desk_cascade.edit_rule', { name: rule.name })} onPress={props.onEdit}>
            {t('desk_cascade.edit')}
          </Button>
        </div>
      )}
    </Card>
  )
}
