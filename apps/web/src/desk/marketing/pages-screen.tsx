import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeskPageSummary } from '@tradefront/contract/desk-marketing'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { pageQuery, pagesQuery } from './api.ts'
import { PageEditor } from './page-editor.tsx'

/** Whole pages come first. */
const areas = ['pg', 'modal', 'ag'] as const

/**
 * Pages that operators can write, and beside them the one that is open.
 * @param props.openPage e.g. `pg/risk/en`
 */
export function PagesScreen({ openPage }: { readonly openPage: string | null }) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const query = useQuery(pagesQuery)
  const found = areas.flatMap((area) =>
    (query.data ?? []).filter(
      (page) => page.area === area && `${page.page} ${page.title}`.toLowerCase().includes(words.trim().toLowerCase()),
    ),
  )
  return (
    <ListAndDetail
      name={t('desk_marketing.pages')}
      path="/pages"
      columns="narrow"
      list={
        <>
          <ScreenTitle lead={t('desk_marketing.pages_lead')}>{t('desk_marketing.pages')}</ScreenTitle>
          <ListTools
            path="/pages"
            csv={
              <CsvButton
                file="pages"
                title={t('desk_marketing.pages')}
                load={() => found}
                columns={[
                  { title: t('desk_marketing.page'), toCell: ({ page }) => page },
                  { title: t('desk_marketing.page_title'), toCell: ({ title }) => title },
                  { title: t('desk.col_time'), toCell: ({ changedAtMs }) => toCsvTime(changedAtMs) },
                ]}
              />
            }
          >
            <TextField
              className="min-w-0 flex-1"
              label={t('desk_marketing.find_page')}
              value={words}
              onChange={setWords}
              maxLength={60}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk_marketing.pages')}
            skeleton={<Skeleton className="h-96" />}
            isEmpty={() => found.length === 0}
            empty={<EmptyState title={t('desk_marketing.no_pages')} />}
          >
            {() => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {found.map((page) => (
                  <li key={page.page} className="border-b border-line last:border-b-0">
                    <PageLink page={page} isOpen={page.page === openPage} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_marketing.page')}
      subject={openPage && `page:${openPage.replaceAll('/', ':')}`}
      detail={openPage === null ? null : <OpenPage key={openPage} page={openPage} />}
      hint={t('desk_marketing.choose_page')}
    />
  )
}

function PageLink({ page, isOpen }: { readonly page: DeskPageSummary; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { area, name, language, title, changedAtMs } = page
  return (
    <Link
      to="/pages/$area/$name/$language"
      params={{ area, name, language }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-2.5 hover:bg-raised', isOpen && 'bg-accent-soft')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span lang={language} className="wrap-anywhere">
          {title}
        </span>
        <span className="text-13 text-muted wrap-anywhere">
          {area === 'pg' ? name : `${area}/${name}`}
          {changedAtMs !== null && ` · ${t('desk_marketing.page_changed', { day: format.day(changedAtMs) })}`}
        </span>
      </span>
      <span className="text-13 text-muted uppercase">{language}</span>
    </Link>
  )
}

function OpenPage({ page }: { readonly page: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(pageQuery(page))}
      name={t('desk_marketing.page')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('desk_marketing.no_pages')} />}
    >
      {(found) => <PageEditor key={found.changedAtMs} page={found} />}
    </QueryView>
  )
}
