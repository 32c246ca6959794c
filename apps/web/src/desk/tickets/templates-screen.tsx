import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TicketTemplate } from '@tradefront/contract/desk-support'
import { localeInfo, locales } from '@tradefront/texts/locales'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { createUuid } from '../../platform/create-uuid.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { useOrder } from '../use-order.ts'
import { templatesQuery } from './api.ts'

/** Ready answers, and beside them the one that is changed. */
export function TemplatesScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  const format = useFormat()
  const navigate = useNavigate()
  const query = useQuery(templatesQuery)
  return (
    <ListAndDetail
      name={t('desk_support.templates')}
      path="/templates"
      columns="narrow"
      list={
        <>
          <ScreenTitle
            lead={t('desk_support.template_lead')}
            aside={
              <Button onPress={() => void navigate({ to: '/templates/$id', params: { id: createUuid() } })}>
                <Plus size={18} aria-hidden />
                {t('desk_support.new_template')}
              </Button>
            }
          >
            {t('desk_support.templates')}
          </ScreenTitle>
          <ListTools
            path="/templates"
            csv={
              <CsvButton
                file="templates"
                title={t('desk_support.templates')}
                load={() => query.data ?? []}
                columns={[
                  { title: t('desk_support.template_title'), toCell: ({ title }) => title },
                  { title: t('desk.name'), toCell: ({ changedBy }) => changedBy },
                  { title: t('desk.col_time'), toCell: ({ changedAtMs }) => toCsvTime(changedAtMs) },
                ]}
              />
            }
          />
          <QueryView
            query={query}
            name={t('desk_support.templates')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={(templates) => templates.length === 0}
            empty={
              <EmptyState title={t('desk_support.no_templates')}>{t('desk_support.no_templates_text')}</EmptyState>
            }
          >
            {(templates) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {templates.map((template) => (
                  <li key={template.id} className="border-b border-line last:border-b-0">
                    <Link
                      to="/templates/$id"
                      params={{ id: template.id }}
                      aria-current={template.id === openId || undefined}
                      className={cx(
                        'flex flex-col px-4 py-3',
                        template.id === openId ? 'bg-accent-soft' : 'hover:bg-raised',
                      )}
                    >
                      <span className="font-medium wrap-anywhere">{template.title}</span>
                      <span className="text-13 text-muted">
                        {t('desk_support.changed', { name: template.changedBy, day: format.day(template.changedAtMs) })}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_support.template')}
      subject={openId && `template:${openId}`}
      detail={
        openId === null || query.data === undefined ? null : (
          <TemplateForm key={openId} id={openId} saved={query.data.find(({ id }) => id === openId)} />
        )
      }
      hint={null}
    />
  )
}

/**
 * Form of a template.
 * @param props.saved undefined for a new one
 */
function TemplateForm({ id, saved }: { readonly id: string; readonly saved: TicketTemplate | undefined }) {
  const t = useTranslate()
  const [title, setTitle] = useState(saved?.title ?? '')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(saved?.texts ?? {})
  const save = useOrder('template.save')
  const isComplete = title.trim() !== '' && Object.values(texts).some((text) => text.trim() !== '')
  return (
    <form
      className="flex max-w-2xl flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete)
          save.mutate({
            input: { template: id, title: title.trim(), texts: { ...texts } },
            reason: title.trim().padEnd(3, '.'),
            done: t('desk_support.saved'),
          })
      }}
    >
      <TextField label={t('desk_support.template_title')} value={title} onChange={setTitle} maxLength={80} />
      {locales.map((locale) => (
        <TextArea
          key={locale}
          label={t('desk_support.template_text', { language: localeInfo[locale].name })}
          help={t('desk_support.template_help', { placeholder: '{name}' })}
          name={`text-${locale}`}
          rows={6}
          value={texts[locale] ?? ''}
          onChange={(text) => setTexts({ ...texts, [locale]: text })}
          onBlur={() => undefined}
          inputRef={null}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isDisabled={!isComplete} isPending={save.isPending}>
          {t('actions.template_save')}
        </Button>
        <ActionButton
          action="template.remove"
          tone="danger"
          title={t('desk_support.remove_template', { title })}
          input={{ template: id }}
          isOffered={saved !== undefined}
        />
      </div>
    </form>
  )
}
