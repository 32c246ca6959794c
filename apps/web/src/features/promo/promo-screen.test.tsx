// @vitest-environment jsdom
import { offersCalls } from '@tradefront/contract/offers'
import { profileCalls } from '@tradefront/contract/profile'
import { type Bonus, promoCalls, type PromoTerms } from '@tradefront/contract/promo'
import type { UserRecord } from '@tradefront/contract/user-record'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { useCurrentDialog } from '../../platform/dialogs.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { BonusList } from './bonus-list.tsx'
import { CodeForm } from './code-form.tsx'
import { FundingPromo } from './funding-promo.tsx'
import { StoredCode } from './stored-code.tsx'

const { checkPromoCode, redeemPromoCode, listBonuses, listEndedBonuses, giveUpBonus, removePromoCode } = promoCalls
const { dismissNotice } = offersCalls

const spring: PromoTerms = {
  code: 'SPRING',
  currency: 'EUR',
  percent: 30,
  amount: null,
  minDeposit: 500,
  turnoverFactor: 30,
  releaseFactor: 1,
  endsAtMs: null,
}
const gift: PromoTerms = { ...spring, code: 'GIFT', percent: null, amount: 20, minDeposit: null }
const bonus: Bonus = {
  id: 7,
  code: 'GIFT',
  currency: 'EUR',
  amount: 20,
  wageringRequired: 600,
  wageringDone: 150,
  releaseMax: 20,
  released: null,
  isPrize: false,
  isGivenBefore: false,
  state: 'open',
  createdAtMs: 0,
}
type Overview = {
  stored: (PromoTerms & { refusal: object | null }) | null
  waiting: PromoTerms | null
  refused: object | null
  bonuses: Bonus[]
}
const nothing: Overview = { stored: null, waiting: null, refused: null, bonuses: [] }
const storedSpring = { ...spring, refusal: null }
const refused = { code: 'SPRING', reason: 'promo.ended', message: 'It has ended.', atMs: 0, hasDeposit: true }

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

function CurrentDialog() {
  const dialog = useCurrentDialog()
  return dialog === null ? null : (
    <div>
      <p>{dialog.body}</p>
      <button onClick={() => dialog.respond(true)}>{dialog.confirmLabel}</button>
    </div>
  )
}

async function renderParts(
  element: React.ReactNode,
  options: {
    overview?: () => Overview
    ended?: CallHandler
    check?: CallHandler
    redeem?: CallHandler
    locale?: 'en' | 'ru'
    user?: Partial<UserRecord>
  } = {},
) {
  const overview = options.overview ?? (() => nothing)
  const bodies = stubCalls([
    [checkPromoCode, options.check ?? (() => ({ json: { return: true, terms: spring } }))],
    [redeemPromoCode, options.redeem ?? (() => ({ json: { return: true, message: 'The code is saved.' } }))],
    [listBonuses, () => ({ json: { return: true, ...overview() } })],
    [listEndedBonuses, options.ended ?? (() => ({ json: { return: true, bonuses: [], next: null } }))],
    [giveUpBonus, () => ({ json: { return: true, taken: 12.5 } })],
    [removePromoCode, () => ({ json: { return: true } })],
    [dismissNotice, () => ({ json: { return: true } })],
    [profileCalls.getUser, () => ({ json: { return: true, user: testUser } })],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const screen = await act(() =>
    renderWithProviders(
      <>
        {element}
        <CurrentDialog />
      </>,
      {
        texts: ['promo', 'profile'],
        bootstrap: { user: { ...testUser, ...options.user } },
        locale: options.locale ?? 'en',
      },
    ),
  )
  return { ...screen, bodies, toasts, user: userEvent.setup() }
}

test('a code shows what it does and its turnover, and is used only after that', async () => {
  const { user, getByLabelText, getByRole, findByText, getByText, bodies, toasts, queryByText } = await renderParts(
    <CodeForm />,
  )
  await user.type(getByLabelText('Promo code'), ' spring ')
  await user.click(getByRole('button', { name: 'Show what it does' }))
  await findByText('A bonus of 30% of your next deposit, if you deposit €500 or more.')
  getByText('Before the bonus becomes your cash, you must stake 30 times its amount of your own money.')
  expect(bodies.get(checkPromoCode)).toEqual([{ promo: 'spring' }])
  expect(bodies.get(redeemPromoCode)).toEqual([])
  expect(getByRole('status').textContent).toMatch(/^SPRINGA bonus/)
  await user.click(getByRole('button', { name: 'Save for my next deposit' }))
  await waitFor(() => expect(toasts).toEqual(['The code is saved.']))
  expect(bodies.get(redeemPromoCode)).toEqual([{ promo: 'SPRING' }])
  await waitFor(() => expect(queryByText('SPRING')).toBeNull())
  expect((getByLabelText('Promo code') as HTMLInputElement).value).toBe('')
})

test('a code without a deposit gives its bonus at once', async () => {
  const { user, getByLabelText, findByRole, findByText } = await renderParts(<CodeForm />, {
    check: () => ({ json: { return: true, terms: gift } }),
  })
  await user.type(getByLabelText('Promo code'), 'gift{Enter}')
  await findByText('Before the bonus becomes your cash, you must stake €600 of your own money in total.')
  await findByRole('button', { name: 'Get the bonus' })
})

const refuse = (message: string) => () => ({ json: { return: false, error: 'promo.ended', message } })

test.each([
  ['an empty value', '', undefined, 'en', 'This promo code isn’t valid. Check the spelling.'],
  ['an empty value', '', undefined, 'ru', 'Промокод недействителен. Проверьте, нет ли опечатки.'],
  ['a refusal', 'old', refuse('Over since May.'), 'en', 'Over since May.'],
  ['a refusal', 'old', refuse('Истёк в мае.'), 'ru', 'Истёк в мае.'],
  ['a broken answer', 'old', () => brokenReply, 'en', 'The server could not answer. Please try again in a moment.'],
  ['a broken answer', 'old', () => brokenReply, 'ru', 'Сервер не смог ответить. Попробуйте ещё раз чуть позже.'],
] as const)('%s shows its message at the field, which has the focus', async (_what, code, check, locale, message) => {
  const { user, getByLabelText, getByRole, findByText } = await renderParts(<CodeForm />, {
    ...(check && { check }),
    locale,
  })
  const field = getByLabelText(locale === 'ru' ? 'Промокод' : 'Promo code')
  if (code !== '') await user.type(field, code)
  await user.click(getByRole('button', { name: locale === 'ru' ? 'Показать условия' : 'Show what it does' }))
  await findByText(message)
  expect(document.activeElement).toBe(field)
})

test('what was typed is there again, and changing it hides the terms of another code', async () => {
  const first = await renderParts(<CodeForm />)
  await first.user.type(first.getByLabelText('Promo code'), 'spring')
  first.unmount()
  const { user, getByLabelText, findByText, queryByText } = await renderParts(<CodeForm />)
  const field = getByLabelText('Promo code') as HTMLInputElement
  expect(field.value).toBe('spring')
  await user.type(field, '{Enter}')
  await findByText('SPRING')
  await user.type(field, '2')
  expect(queryByText('SPRING')).toBeNull()
})

test('`/show/funding/promo` scrolls to the field and gives it the focus', async () => {
  const { getByRole } = await renderParts(<FundingPromo isAskedFor />)
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(getByRole('textbox', { name: 'Promo code' }))
})

test('a stored code shows its terms and can be removed; a refused one says why', async () => {
  let overview: Overview = { ...nothing, stored: storedSpring }
  const { user, findByText, getByRole, bodies, toasts } = await renderParts(<StoredCode />, {
    overview: () => overview,
  })
  await findByText('Code SPRING is saved for your next deposit')
  overview = { ...nothing, refused }
  await user.click(getByRole('button', { name: 'Remove the code' }))
  expect(bodies.get(removePromoCode)).toHaveLength(1)
  await findByText('It has ended. Your deposit was credited without its bonus.')
  expect(toasts).toEqual(['The code is removed.'])
})

test('a stored code that cannot be used any more says why and can be removed', async () => {
  const over = { ...spring, refusal: { reason: 'promo.used_up', message: 'It is used up.' } }
  const { user, findByText, getByRole, queryByText, bodies } = await renderParts(<StoredCode />, {
    overview: () => ({ ...nothing, stored: over }),
  })
  await findByText('The saved code SPRING no longer works')
  await findByText('It is used up. Your next deposit comes without its bonus.')
  expect(queryByText(/A bonus of 30%/)).toBeNull()
  await user.click(getByRole('button', { name: 'Remove the code' }))
  expect(bodies.get(removePromoCode)).toHaveLength(1)
})

test('a code that was not used says so until the trader has read it', async () => {
  const overview = () => ({ ...nothing, refused })
  const first = await renderParts(<StoredCode />, { overview })
  await first.findByText('Code SPRING was not used')
  await first.user.click(first.getByRole('button', { name: 'Got it' }))
  expect(first.queryByText('Code SPRING was not used')).toBeNull()
  expect(first.bodies.get(dismissNotice)).toEqual([{ name: 'promo_refusal' }])
  first.unmount()
  queryClient.clear()
  // On another device.
  const user = { closed_notices: { promo_refusal: refused.atMs } }
  const again = await renderParts(<StoredCode />, { overview, user })
  await waitFor(() => expect(again.bodies.get(listBonuses)).toHaveLength(1))
  expect(again.queryByText('Code SPRING was not used')).toBeNull()
  again.unmount()
  queryClient.clear()
  const next = await renderParts(<StoredCode />, {
    overview: () => ({ ...nothing, refused: { ...refused, atMs: 6, hasDeposit: false } }),
    user,
  })
  await next.findByText('It has ended. Its bonus was not credited.')
})

test('the funding page tells what a stored code has added to a deposit', async () => {
  let overview: Overview = { ...nothing, stored: storedSpring }
  const { findByText } = await renderParts(<FundingPromo isAskedFor={false} />, { overview: () => overview })
  await findByText('Code SPRING is saved for your next deposit')
  overview = { ...nothing, bonuses: [{ ...bonus, code: 'SPRING', amount: 300 }] }
  const { eventBus } = await import('../../platform/realtime/event-bus.ts')
  act(() => eventBus.emit('refresh', { type: 'refresh' }))
  await findByText('Code SPRING added a bonus of €300.00 to your deposit.')
})

test('removing a code that was used before does not tell of its older bonus', async () => {
  const older = { ...bonus, code: 'SPRING', amount: 300 }
  let overview: Overview = { ...nothing, stored: storedSpring, bonuses: [older] }
  const { user, findByRole, queryByText, queryByRole } = await renderParts(<FundingPromo isAskedFor={false} />, {
    overview: () => overview,
  })
  overview = { ...nothing, bonuses: [older] }
  await user.click(await findByRole('button', { name: 'Remove the code' }))
  await waitFor(() => expect(queryByRole('button', { name: 'Remove the code' })).toBeNull())
  expect(queryByText(/added a bonus/)).toBeNull()
})

test('bonuses show what is done and needed, which one trades count to, and how others ended', async () => {
  const bonuses: Bonus[] = [bonus, { ...bonus, id: 8, code: null }]
  const ended: Bonus[] = [
    { ...bonus, id: 2, state: 'done', released: 17.5 },
    { ...bonus, id: 1, state: 'cancelled' },
  ]
  const { findAllByRole } = await renderParts(<BonusList />, {
    overview: () => ({ ...nothing, bonuses }),
    ended: () => ({ json: { return: true, bonuses: ended, next: null } }),
  })
  const rows = (await findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatch(/Promo code GIFT.*€20.00.*€150 of €600 traded · €450 to go.*Trades count here now/)
  expect(rows[1]).toMatch(/Bonus of a deposit/)
  expect(rows[1]).not.toMatch(/Trades count here now/)
  expect(rows[2]).toMatch(/Turnover done: €17\.50 became your cash/)
  expect(rows[3]).toMatch(/Given up or taken back/)
})

test('a gift that another account of the person has had says that it releases nothing, open or done', async () => {
  const again: Bonus = { ...bonus, isGivenBefore: true }
  const { findAllByRole } = await renderParts(<BonusList />, {
    overview: () => ({ ...nothing, bonuses: [again] }),
    ended: () => ({ json: { return: true, bonuses: [{ ...again, id: 2, state: 'done', released: 0 }], next: null } }),
  })
  const rows = (await findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatch(/It is given once per person, so none of it becomes your cash\./)
    expect(row).not.toMatch(/Up to|became your cash/)
  }
})

test('a bonus that has just ended is shown once', async () => {
  const { findAllByRole } = await renderParts(<BonusList />, {
    overview: () => ({ ...nothing, bonuses: [bonus] }),
    ended: () => ({ json: { return: true, bonuses: [{ ...bonus, state: 'cancelled' }], next: null } }),
  })
  const rows = await findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Given up or taken back')])
})

test('ended bonuses come in pages', async () => {
  const page = (id: number, next: number | null) => ({
    json: { return: true, bonuses: [{ ...bonus, id, state: 'done', code: `CODE-${id}` }], next },
  })
  const { user, findByText, getByRole, queryByRole, bodies } = await renderParts(<BonusList />, {
    ended: (body) => ((body as { before?: number }).before === undefined ? page(9, 9) : page(4, null)),
  })
  await findByText('Promo code CODE-9')
  await user.click(getByRole('button', { name: 'Show more' }))
  await findByText('Promo code CODE-4')
  expect(bodies.get(listEndedBonuses)).toEqual([{}, { before: 9 }])
  expect(queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a bonus that waits for the e-mail is in the list', async () => {
  const { findByRole } = await renderParts(<BonusList />, { overview: () => ({ ...nothing, waiting: gift }) })
  expect((await findByRole('listitem')).textContent).toMatch(
    /^Promo code GIFT.*€20.00Credited when you confirm your e-mail/,
  )
})

test('giving up a bonus says its cost first, in Russian, too', async () => {
  const { user, findByRole, findByText, bodies, toasts } = await renderParts(<BonusList />, {
    overview: () => ({ ...nothing, bonuses: [bonus] }),
    locale: 'ru',
  })
  await user.click(await findByRole('button', { name: /^Отказаться от бонуса €20,00/ }))
  await findByText(/Оставшийся оборот €450,00/)
  expect(bodies.get(giveUpBonus)).toEqual([])
  await user.click(await findByRole('button', { name: 'Отказаться от бонуса' }))
  await waitFor(() => expect(toasts[0]).toMatch(/со счёта списано €12,50/))
  expect(bodies.get(giveUpBonus)).toEqual([{ id: 7 }])
})

test('an empty list says what bonuses are', async () => {
  const { findByText } = await renderParts(<BonusList />)
  await findByText('A bonus comes with a promo code, or with a deposit for which you choose it.')
})
