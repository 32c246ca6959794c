import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { depositReaders } from '@tradefront/contract/desk-money'
import { ticketReaders } from '@tradefront/contract/desk-support'
import { isSearchable, type SearchResult } from '@tradefront/contract/desk-traders'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useId, useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { fieldBoxClass, fieldInputClass } from '../../ui/fields/field.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { searchQuery } from '../traders/api.ts'
import { useKeys } from '../use-keys.ts'
import { SearchResults } from './search-results.tsx'

/** Search for traders, and for everything that has a number, on every screen. The key `/` goes to it. */
export function DeskSearch() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { roles } = useOperator()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const text = typed.trim()
  const query = useQuery(searchQuery(text))
  const isShown = isOpen && isSearchable(text)
  const results = (isShown && query.data) || []
  const activeIndex = Math.max(
    0,
    results.findIndex(({ key }) => key === activeKey),
  )
  const active = results[activeIndex]
  useKeys([
    {
      key: '/',
      text: t('desk.key_search'),
      run: () => {
        input.current?.focus()
        input.current?.select()
      },
    },
  ])

  const choose = ({ kind, id, trader }: SearchResult): void => {
    setTyped('')
    setOpen(false)
    input.current?.blur()
    if (kind === 'ticket' && id !== null && hasRole(roles, ticketReaders))
      void navigate({ to: '/tickets/$id', params: { id } })
    else if (kind === 'withdrawal' && id !== null) void navigate({ to: '/withdrawals/$id', params: { id } })
    else if (kind === 'deposit' && id !== null && hasRole(roles, depositReaders))
      void navigate({ to: '/deposits/$id', params: { id } })
    else
      void navigate({
        to: '/traders/$id',
        params: { id: String(trader.id) },
        search: kind === 'deposit' || kind === 'ticket' ? { kind } : {},
      })
  }
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setActiveKey(results[(activeIndex + step + results.length) % results.length]?.key ?? null)
    } else if (event.key === 'Enter' && active !== undefined && !query.isPlaceholderData) choose(active)
    else if (event.key === 'Escape') {
      setOpen(false)
      input.current?.blur()
    }
  }
  return (
    <div
      className="relative min-w-0 flex-1 max-sm:order-last max-sm:mb-2 max-sm:w-full max-sm:flex-none sm:max-w-md"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <div className={fieldBoxClass}>
        <Search size={18} className="ms-3 shrink-0 text-muted" aria-hidden />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={t('traders.search')}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${active.key}`}
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('traders.search_by')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActiveKey(null)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={handleKey}
          className={cx(fieldInputClass, 'text-ellipsis [&::-webkit-search-cancel-button]:hidden')}
        />
        <kbd
          className="me-2 rounded-[4px] border border-line px-1.5 text-13 text-muted max-sm:hidden pointer-coarse:hidden"
          aria-hidden
        >
          /
        </kbd>
      </div>
      {isShown && (
        <SearchResults
          id={listId}
          query={query}
          isOld={query.isPlaceholderData}
          activeKey={active?.key}
          onPoint={setActiveKey}
          onChoose={choose}
        />
      )}
    </div>
  )
}
