import type { TextKey } from '@tradefront/texts/keys'

/** Pages of the site in the order of the footer. */
export const sitePages: readonly { readonly page: string; readonly text: TextKey; readonly isInHeader?: true }[] = [
  { page: 'about', text: 'shell.page_about', isInHeader: true },
  { page: 'fees', text: 'shell.page_fees', isInHeader: true },
  { page: 'bonus', text: 'shell.page_bonus' },
  { page: 'faq', text: 'shell.page_faq', isInHeader: true },
  { page: 'risk', text: 'shell.risk_link' },
  { page: 'terms', text: 'shell.terms' },
  { page: 'privacy', text: 'shell.page_privacy' },
  { page: 'contacts', text: 'shell.page_contacts', isInHeader: true },
]
