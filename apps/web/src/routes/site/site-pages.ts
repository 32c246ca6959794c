import type { TextKey } from '@tradefront/texts/keys'

/** Server pages that the site itself links to, in the order of its footer, and what the links are called. */
export const sitePages: readonly { readonly page: string; readonly text: TextKey; readonly inHeader?: true }[] = [
  { page: 'about', text: 'shell.page_about', inHeader: true },
  { page: 'fees', text: 'shell.page_fees', inHeader: true },
  { page: 'bonus', text: 'shell.page_bonus' },
  { page: 'faq', text: 'shell.page_faq', inHeader: true },
  { page: 'risk', text: 'shell.risk_link' },
  { page: 'terms', text: 'shell.terms' },
  { page: 'privacy', text: 'shell.page_privacy' },
  { page: 'contacts', text: 'shell.page_contacts', inHeader: true },
]
