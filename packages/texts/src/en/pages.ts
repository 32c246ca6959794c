/** Words of the server pages and fragments, until an operator writes others. Keys: area, name, then `title` or `html`. */
export const pages = {
  'pages.ag.modal.title': 'Please note',
  'pages.ag.modal.html': '<p>Read this before you go on.</p>',
  'pages.ag.modal_risk.title': 'Before you pay by card',
  'pages.ag.modal_risk.html':
    '<p>Your account is not verified yet, so a card payment may be checked by hand and take longer.</p><p>Send your documents first and payments go through as usual.</p>',
  'pages.ag.dialog_entro_start.title': 'One more step',
  'pages.ag.dialog_entro_start.html':
    '<p>This payment is made with a virtual card. You will be shown a page where you confirm it; then come back here.</p>',
  'pages.ag.dialog_entro_pin.title': 'Confirm with your code',
  'pages.ag.dialog_entro_pin.html':
    '<p>Type the security code on the back of your card. It is passed on once and not kept.</p>',
  'pages.pg.terms.title': 'Terms of use',
  'pages.pg.terms.html':
    '<p>You must be 18 or over and trade for yourself alone. One person has one account.</p><p>A bonus is paid out once the turnover shown with it has been traded. You may decline a bonus with every deposit.</p><p>Withdrawals go back to the method you paid with, and may need your documents first.</p>',
  'pages.pg.risk.title': 'Risk notice',
  'pages.pg.risk.html':
    '<p>Trading options is risky: you can lose all that you stake. Never trade with money you cannot spare.</p><p>Past results say nothing about future ones.</p>',
} as const
