/** Minor units. */
export type DemoDeposit = {
  readonly daysAgo: number
  readonly amount: number
  readonly bonusPercent: number
  /** The first processors of the trader’s cascade; all but the last declined. */
  readonly attemptCount: number
  readonly finalState: 'succeeded' | 'failed'
}

export type DemoTrader = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: 'USD' | 'EUR' | 'GBP' | 'RUB'
  readonly language: string
  readonly phone: string
  readonly verification: 'None' | 'Partial' | 'Full'
  readonly cardRisk: boolean
  readonly registeredDaysAgo: number
  readonly affiliateId?: string
  readonly deposits: readonly DemoDeposit[]
  /** Percent of the required turnover. */
  readonly wageringDonePercent: number
  readonly about: string
}

/** Their deposits are too old for today's limits and statements. */
export const demoTraders: readonly DemoTrader[] = [
  {
    email: 'olivia@demo.example',
    password: 'demo-olivia',
    firstName: 'Olivia',
    lastName: 'Brown',
    country: 'AU',
    currency: 'USD',
    language: 'en',
    phone: '+61412345678',
    verification: 'Full',
    cardRisk: false,
    registeredDaysAgo: 400,
    affiliateId: 'trading-school',
    deposits: [
      { daysAgo: 380, amount: 50_000, bonusPercent: 20, attemptCount: 2, finalState: 'succeeded' },
      {
        daysAgo: 120,
        amount: 30_000,
        bonusPercent: 0,
        attemptCount: 4,
        finalState: 'failed',
      },
      {
        daysAgo: 60,
        amount: 120_000,
        bonusPercent: 50,
        attemptCount: 6,
        finalState: 'succeeded',
      },
    ],
    wageringDonePercent: 40,
    about: 'Australia, US dollars, English: all card processors',
  },
  {
    email: 'lukas@demo.example',
    password: 'demo-lukas',
    firstName: 'Lukas',
    lastName: 'Weber',
    country: 'DE',
    currency: 'EUR',
    language: 'en',
    phone: '+4915112345678',
    verification: 'Full',
    cardRisk: false,
    registeredDaysAgo: 90,
    deposits: [{ daysAgo: 75, amount: 30_000, bonusPercent: 0, attemptCount: 1, finalState: 'succeeded' }],
    wageringDonePercent: 0,
    about: 'Germany, euros, English: one processor, with 3-D Secure',
  },
  {
    email: 'ivan@demo.example',
    password: 'demo-ivan',
    firstName: 'Иван',
    lastName: 'Петров',
    country: 'RU',
    currency: 'RUB',
    language: 'ru',
    phone: '+79161234567',
    verification: 'None',
    cardRisk: true,
    registeredDaysAgo: 45,
    affiliateId: 'forex-blog',
    deposits: [{ daysAgo: 40, amount: 2_000_000, bonusPercent: 20, attemptCount: 3, finalState: 'succeeded' }],
    wageringDonePercent: 5,
    about: 'Russia, roubles, Russian: partner risk, not verified',
  },
]

export const demoLogins = demoTraders.map(({ email, password, about }) => ({ email, password, about }))
