import type { ReactNode } from 'react'

/** Where the page leads. */
export type LandingLinks = {
  readonly registerHref: string
  readonly demoHref: string
  /** A link to the risk notice's page, with these words. */
  readonly riskLink: (words: ReactNode) => ReactNode
}
