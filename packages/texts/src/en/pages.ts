/** Foot of the pages with details that an operator replaces. */
const fictionalNote =
  '<hr /><p><small>Tradefront Demo Ltd, its addresses and its authorities are fictional. The broker who runs this site replaces them.</small></p>'

/** Default content of server pages, fragments and modals. A key has area, name, then `title` or `html`. */
export const pages = {
  'pages.ag.modal.title': 'Please note',
  'pages.ag.modal.html': '<p>There are no notices.</p>',
  'pages.ag.modal_bitcoin.title': 'Pay with Bitcoin',
  'pages.ag.modal_bitcoin.html':
    '<p>Choose an amount, and we make an invoice with an address of its own. Send the coins from any wallet or exchange: the invoice says for how much its rate holds, and until when.</p><p>You see the payment as soon as the network knows it. It is on your account when the network has confirmed it, usually within 10 to 60 minutes. Your wallet adds a network fee.</p><p>Coin payments cannot be called back, so check the address before you send. Anything that arrives at the address until a day after the end of the invoice is credited, also if it is too much, too little or too late. What the rate of the invoice does not cover is credited at the lower of that rate and our rate when it is mined. Our rates include our part, which is shown before you pay.</p>',
  'pages.ag.modal_risk.title': 'Before you pay by card',
  'pages.ag.modal_risk.html':
    '<p>Our card check has flagged your account, so a card payment may be refused.</p><p>This notice disappears once your <a href="/show/documents">documents</a> are approved.</p>',
  'pages.ag.dialog_entro_start.title': 'One more step',
  'pages.ag.dialog_entro_start.html':
    '<p>This payment is made with a virtual card. Confirm it on the page that opens, then come back here.</p>',
  'pages.ag.dialog_entro_pin.title': 'Confirm with your code',
  'pages.ag.dialog_entro_pin.html':
    '<p>Type the security code on the back of your card. It is passed on once and not kept.</p>',
  'pages.ag.support_dialog.title': 'New conversation',
  'pages.ag.support_dialog.html': '<p>One topic per conversation gets the quickest answer. Pictures and PDF help.</p>',
  'pages.ag.news_dialog.title': 'Economic calendar',
  'pages.ag.news_dialog.html':
    '<p>When important figures are published, prices can move within seconds. Forecasts are those of the calendar’s source.</p>',
  'pages.ag.ladder.title': 'Ladder',
  'pages.ag.ladder.html':
    '<p>All options of a ladder end at the same time. Choose a price, and whether the market will be above or below it then. The less likely that is, the more it pays.</p>',
  'pages.ag.signals.title': 'Signal',
  'pages.ag.signals.html':
    '<p>Two averages of our own prices have crossed. That is a fact about the past and no forecast: check it on the chart.</p>',
  'pages.ag.tourney_weekend.title': 'Weekend tournament',
  'pages.ag.tourney_weekend.html':
    '<p>From Friday 21:00 to Sunday 21:00 (UTC) trades on crypto symbols count. The best win up to ten prizes.</p>',

  'pages.modal.modal-register.title': 'Open an account',
  'pages.modal.modal-register.html':
    '<p>It takes about two minutes. You decide about deposits later, and an account without money in it costs nothing.</p>',
  'pages.modal.modal-register-demo.title': 'Try it with practice money',
  'pages.modal.modal-register-demo.html':
    '<p>You get 10,000 in practice money. It takes an e-mail and a password. The money is not real and cannot be paid out, and you can set it back whenever you like.</p>',
  'pages.modal.modal-promo.title': 'Enter a promo code',
  'pages.modal.modal-promo.html':
    '<p>A code gives a bonus: when you have confirmed your e-mail, or with your first deposit. Before the bonus becomes your cash, you must stake a multiple of it of your own money: the form shows how many times, and what you get at most.</p>',

  // Introductions of the app's own screens.
  'pages.pg.home.title': 'Account',
  'pages.pg.home.html': '<p>Your balance, your latest deposits and your account details.</p>',
  'pages.pg.funding.title': 'Add funds',
  'pages.pg.funding.html': '<p>Choose an amount and a way to pay. You see what you get before you pay.</p>',
  'pages.pg.personal.title': 'Personal',
  'pages.pg.personal.html': '<p>How we reach you, your documents, and who is logged in to your account.</p>',
  'pages.pg.signals.title': 'Signals',
  'pages.pg.signals.html':
    '<p>A signal says that two averages of our prices have crossed. It is no forecast: about half of the signals are right, and the share is shown here.</p>',
  'pages.pg.news.title': 'News',
  'pages.pg.news.html': '<p>What moves the markets, and which figures are published next.</p>',
  'pages.pg.support.title': 'Support',
  'pages.pg.support.html': '<p>Ask us anything. Your questions and our answers stay here.</p>',
  'pages.pg.contest.title': 'Tournaments',
  'pages.pg.contest.html':
    '<p>Trade as usual: your profit is your score, and the best win prizes. Taking part costs nothing.</p>',
  'pages.pg.contest-rules.title': 'Rules of the tournaments',
  'pages.pg.contest-rules.html':
    '<p>Every real account takes part with its first trade. There is nothing to pay and nothing to sign up for.</p>' +
    '<h2>When</h2>' +
    '<ul><li>The weekly tournament runs from Monday 00:00 to Friday 21:00 (UTC).</li><li>The weekend tournament runs from Friday 21:00 to Sunday 21:00 (UTC).</li></ul>' +
    '<h2>How places are decided</h2>' +
    '<ul><li>Your score is the profit of your trades in the period: what they returned, less their stakes. A trade that is open at the end counts with its value at that moment, without the fee of a sale, and what it gains or loses later counts in the next tournament. Losses count. A void trade counts as zero, and so does a tie. Of opposite trades, e.g. Up and Down on one symbol at the same time, also on two accounts of one person, only losses count.</li><li>On weekends only trades on crypto symbols count.</li><li>Scores are in US dollars, at the rate of each purchase.</li><li>Of two equal scores the one that was reached first is better. If both were reached at the same moment, the lower account number is: numbers are drawn by chance.</li><li>Practice accounts do not take part.</li></ul>' +
    '<h2>The fund</h2>' +
    '<p>The lists below apply unless the page of the tournament shows other prizes. They are paid in full when the fund covers them. The fund is half of what we keep on average of the participants’ stakes of their own money; bonus money, ties, void trades and opposite trades bring in nothing, nor does what you stake while you have a bonus: it counts for the turnover of the bonus. A smaller fund is shared in proportion to the list, rounded down to cents, and no prize is more than a part of what we keep on average of the winner’s own stakes. So, on average, the trades that lead to a prize cost more than it is worth. The page of the tournament shows the current fund, this part, and whether it applies.</p>' +
    '<h2>Prizes of the weekly tournament</h2>' +
    '<ul><li>1st: $10,000. 2nd: $5,000. 3rd: $3,000. 4th: $2,000.</li><li>5th: an iPad.</li><li>6th to 8th: a bonus of $1,000 each.</li><li>9th to 13th: a bonus of $500 each.</li><li>14th to 23rd: a bonus of $300 each.</li><li>24th to 40th: a bonus of $100 each.</li></ul>' +
    '<h2>Prizes of the weekend tournament</h2>' +
    '<ul><li>1st: $5,000. 2nd: $3,000. 3rd: $2,000.</li><li>4th and 5th: a bonus of $1,000 each.</li><li>6th and 7th: a bonus of $500 each.</li><li>8th to 10th: a bonus of $250 each.</li></ul>' +
    '<h2>What you get, and when</h2>' +
    '<ul><li>A prize needs a score above zero, your own money staked in trades of the period as the page of the tournament says (without ties, void trades and opposite trades), and a verified account. If you are not verified at the end, you have the days that the page names; then the prize lapses.</li><li>A person wins one prize of a tournament. Accounts count as one person if they are used in the same browser, have paid with the same card or wallet, or were paid to the same account: the best of them gets the prize.</li><li>Prizes of verified traders are paid a few minutes after the end, in the currency of your account at the rate of that moment. If a last trade still waits for its price, or a currency has no rate at that moment, we wait for it. We check large cash prizes before we pay them.</li><li>Cash prizes need no turnover: you can trade or withdraw them.</li><li>A bonus requires turnover of {turnover_factor} times the bonus with your own money, and then releases up to {release_percent} of the bonus to your cash. The <a href="/show/bonus">bonus rules</a> apply to it.</li><li>For an iPad we write to the winner and ask where to send it. If the fund or your stakes do not cover it, its share is paid as cash.</li></ul>' +
    '<h2>Your name</h2>' +
    '<p>Others see your first name and initial, your country and your score. You can choose another name on the page of the tournament.</p>',

  'pages.pg.about.title': 'About Tradefront',
  'pages.pg.about.html':
    '<p>Tradefront is a place to trade short options: you predict whether a price will be higher or lower at a moment you choose, and you know the payout and the most you can lose before you agree.</p>' +
    '<h2>What you can do here</h2>' +
    '<ul><li>Fund the account by card, e-wallet or coin. We follow every deposit to the end, even if you close the page.</li><li>Trade currencies on working days and crypto on every day, for 30 seconds up to a day.</li><li>Practise with 10,000 in practice money first. Practice and real money never mix.</li><li>Send documents and ask support, all from your account.</li></ul>' +
    '<h2>How we treat you</h2>' +
    '<ul><li>Payout, fees, turnover and what a bonus costs are shown before the step that binds you.</li><li>Nothing blinks to hurry you. An offer with a time limit shows when it ends, and you can close it.</li><li>Examples are marked as examples.</li><li>When something fails we say what happened, whether money moved, and what to do next.</li></ul>' +
    '<h2>Who runs it</h2>' +
    '<p>Tradefront Demo Ltd, 1 Example Street, Sampletown, Exampleland. It is registered there under the number 01234567, and the Example Markets Authority supervises it (licence EMA 0123).</p>' +
    '<p>Read next: <a href="/show/risk">the risk notice</a>, <a href="/show/fees">the fees</a> and <a href="/show/faq">answers to common questions</a>.</p>' +
    fictionalNote,

  'pages.pg.terms.title': 'Terms of use',
  'pages.pg.terms.html':
    '<p>These are the rules in plain words between you and Tradefront Demo Ltd. They hold from 1 December 2026, under the law of Exampleland.</p>' +
    '<h2>Who may trade</h2>' +
    '<ul><li>You must be 18 or over and trade for yourself alone.</li><li>One person has one account. Accounts that share a device, a card, a phone or payment details get a gift once, also if this shows only after it was given: then none of it becomes cash. Accounts that are used in the same browser, have paid with the same card or wallet, or were paid to the same account count as accounts of one person: prizes are given once, and <a href="/show/bonus">opposite trades</a> between them count for no turnover and no prize.</li><li>We do not open accounts for people who live in the United States or in other countries that the registration form marks as not available.</li><li>What you tell us about yourself must be true. To go on trading deposited money, and before a withdrawal is paid, we must have approved your documents: the payment page and the trade ticket say after how many trades.</li></ul>' +
    '<h2>Your account</h2>' +
    '<ul><li>You choose its currency once: US dollar, euro, pound or rouble.</li><li>Keep your password to yourself. You can see every device that is logged in and log all of them out.</li><li>Your balance is your cash and your bonus together. A stake leaves it the moment you buy an option.</li></ul>' +
    '<h2>Deposits</h2>' +
    '<ul><li>The smallest deposit is {minimum} US dollars. In euros and pounds the figure is the same, in roubles it is 60 times. Your own limit is shown on the payment page.</li><li>You may pay by card up to {day_limit} times a day, by UTC.</li><li>A deposit counts once it is confirmed, and it is counted once only. If a bank confirms late, the money is still yours, and you can have it returned.</li><li>An invoice in coins says for how many coins its rate holds, and until when. All else is credited at the lower of that rate and our rate when the payment is mined. Our rates include our part, which is shown before you pay.</li><li>If a bank or payment company takes a payment back, it is taken from your account with its bonus, and withdrawals that were not sent are stopped. What you have spent of it you owe us: it is taken from the next money on your account, and you can withdraw again when it is paid.</li></ul>' +
    '<h2>Options</h2>' +
    '<ul><li>The payout is quoted before you buy. On the ladder it follows from the price at the start, and is never below the lowest one that you accept.</li><li>An option starts at the price of the moment that the screen names when you buy. If that price does not come in time, nothing is bought and your stake comes back.</li><li>An option is settled at its closing price, exactly once. On the simulated market this is the first price at or after its end. On a real market it is the median of at least five trades of the last second before its end, or else of the last five seconds. If the closing price equals the one it is compared with, your stake comes back. So it does if no price comes within a minute.</li><li>An option is sold only if the market is open when its closing price is due.</li><li>Currency markets are closed from Friday 21:00 to Sunday 21:00 UTC. Crypto is always open.</li></ul>' +
    '<h2>Bonuses and withdrawals</h2>' +
    '<ul><li>You choose with every deposit whether you want a bonus. <a href="/show/bonus">The bonus rules</a> explain its conditions.</li><li>Money that you withdraw goes back first to the methods that it came from, the rest by the method that you choose. Each transfer costs the fee of its own method; the withdrawal page shows the sum before you confirm.</li><li>A deposit can be withdrawn by any method once you have staked its amount × {deposit_turnover_factor} of your own money after it; ties, void trades and opposite trades do not count. Before that it only goes back the way it came, for a fee. Coins go back as coins: as many as the money is worth when they are sent, and never more than came. Payments that you report, e.g. bank transfers, must be traded first.</li><li>A withdrawal is sent when your documents are approved and we have checked it. New payment details can be used after 24 hours, and 72 hours after a change of your e-mail.</li></ul>' +
    '<h2>When we may stop something</h2>' +
    '<p>We may hold a payment or lock an account where the law asks for it, or where someone else’s money or name is used. We tell you why and how to put it right, unless the law forbids that.</p>' +
    fictionalNote,

  'pages.pg.privacy.title': 'Privacy',
  'pages.pg.privacy.html':
    '<p>What we keep about you, why, and what we never keep. Tradefront Demo Ltd answers for it. By the law of Exampleland it keeps your documents and the records of your money for five years after you close the account. You can complain to the Example Data Office.</p>' +
    '<h2>What we keep</h2>' +
    '<table><thead><tr><th scope="col">What</th><th scope="col">Why</th><th scope="col">How</th></tr></thead><tbody>' +
    '<tr><th scope="row">Name, e-mail, phone, country</th><td>To open your account and reach you</td><td>In our database</td></tr>' +
    '<tr><th scope="row">Password</th><td>To let only you in</td><td>As a one-way hash that cannot be read back</td></tr>' +
    '<tr><th scope="row">Card number</th><td>To pay with it again, if you save it; to send money back, if you don’t</td><td>Encrypted; shown to you as its last four digits. A card that you don’t save or that you remove is erased {card_number_days} days after its last payment</td></tr>' +
    '<tr><th scope="row">Documents and signature</th><td>To verify who you are</td><td>Encrypted; pictures are stored without the place and device they were taken with</td></tr>' +
    '<tr><th scope="row">IP addresses</th><td>To find out who got into an account, and to notice accounts that are opened in numbers</td><td>With log-ins and changes of access for 400 days; next to your account for 30 days as a one-way hash</td></tr>' +
    '<tr><th scope="row">Browsers and devices you log in with</th><td>To show you where you are logged in, and to warn you of a new one</td><td>Name and IP address until the session ends; later only as a one-way hash</td></tr>' +
    '<tr><th scope="row">Marks of your devices, cards, phones and payment details</th><td>To recognize accounts of one person: gifts and prizes are given once per person, opposite trades do not count, and we review them before a withdrawal</td><td>As one-way hashes</td></tr>' +
    '<tr><th scope="row">Reports of your browser</th><td>To find errors of our pages and of card payments</td><td>Errors without your name for 30 days; your last 1,000 reports about card payments, without card numbers and codes</td></tr>' +
    '<tr><th scope="row">Deposits, trades, withdrawals</th><td>They are your money’s history</td><td>Written once and never changed</td></tr>' +
    '</tbody></table>' +
    '<h2>What we never keep</h2>' +
    '<p>The security code of your card is passed on once and not kept. No card number, document, password or code is ever written into a log.</p>' +
    '<h2>In your browser</h2>' +
    '<ul><li>A cookie for your session, which scripts cannot read, and one that protects your forms from other sites.</li><li>A cookie that recognizes this browser when you log in again or open another account.</li><li>A cookie each for the language and the theme you chose.</li><li>If a partner’s link brought you here, a cookie with the partner’s number for 30 days. It is stored with your account when you open one.</li><li>Notes about a payment that is under way, so that it survives a reload.</li></ul>' +
    '<p>There are no advertising cookies and no trackers of other companies.</p>' +
    '<h2>Who else sees something</h2>' +
    '<p>The payment company that handles your deposit sees what it needs for it: the card, its holder and the amount. If you use the chat, the company behind it sees what you write.</p>' +
    '<h2>Your rights</h2>' +
    '<p>You may ask what we hold about you and have mistakes put right. Write to us on <a href="/show/contacts">the contacts page</a>. When you ask us to delete something, we do it within 30 days, unless the law obliges us to keep it.</p>' +
    fictionalNote,

  'pages.pg.risk.title': 'Risk notice',
  'pages.pg.risk.html':
    '<p>Trading options is risky: you can lose your entire stake. Never trade with money you can’t afford to lose.</p>' +
    '<h2>What that means</h2>' +
    '<ul><li><strong>It is all or nothing.</strong> If the price ends on the wrong side, the whole stake is gone, however close it was.</li><li><strong>The odds are not even.</strong> A payout of 82% means that you must be right at least 55 times in 100 just to break even.</li><li><strong>Short times are close to chance.</strong> Over seconds and minutes no one can reliably predict a price.</li><li><strong>A bonus makes you trade more.</strong> Its turnover must be staked with your own money before it becomes your cash, and every trade carries the same risk. On average the turnover costs more than the bonus releases.</li><li><strong>Past results say nothing about future ones</strong>, neither yours nor those of others. If our first page shows a stream of results marked “Sample data”, it is made up.</li></ul>' +
    '<h2>How to protect yourself</h2>' +
    '<ul><li>Start with practice money.</li><li>Decide before you start how much you may lose, and stop there.</li><li>Do not try to win back a loss.</li><li>Never borrow to trade.</li></ul>' +
    '<p>If trading is no longer a free choice for you, stop and talk to someone. <a href="/show/contacts">Tell us</a> and we will lock your account, so that no one can log in or deposit. <a href="https://www.gamblersanonymous.org">Gamblers Anonymous</a> helps without charge in many countries.</p>',

  'pages.pg.bonus.title': 'Bonus rules',
  'pages.pg.bonus.html':
    '<p>A bonus is money we add to a deposit. You may take it or leave it each time: with “No bonus” there is no turnover for a bonus.</p>' +
    '<h2>How much</h2>' +
    '<table><caption>In US dollars. The figures are the same in euros and pounds, and 60 times in roubles</caption><thead><tr><th scope="col">Tier</th><th scope="col">Card deposit</th><th scope="col">Other methods</th><th scope="col">Bonus</th></tr></thead><tbody>' +
    '<tr><th scope="row">Bronze</th><td>below {silver_from}</td><td>below {silver_from}</td><td>{bronze_percent}</td></tr>' +
    '<tr><th scope="row">Silver</th><td>from {silver_from}</td><td>from {silver_from}</td><td>{silver_percent}</td></tr>' +
    '<tr><th scope="row">Gold</th><td>from {gold_from}</td><td>from {gold_from_other}</td><td>{gold_percent}</td></tr>' +
    '</tbody></table>' +
    '<h2>Its conditions</h2>' +
    '<ul><li>You must stake {turnover_factor} times the bonus of your own money. This is its turnover. Then up to {release_percent} of the bonus moves from your bonus money to your cash, and it is yours. The rest of the bonus money is taken away. Example: a deposit of {silver_from} brings a bonus of {example_bonus}, needs a turnover of {example_turnover}, and releases {example_release} at most.</li><li>Every stake of your own money counts towards it, won, lost or sold. These do not count: stakes of bonus money, ties, void trades, and opposite trades, that is trades on the same symbol in both directions at the same time, also with another account that counts as the same person: used in the same browser, paid from the same card or wallet, or paid out to the same account.</li><li>A stake is taken from your cash first, then from your bonus money. What bonus money wins is bonus money.</li><li>Until the turnover is done, your bonus money can’t be withdrawn, nor can what it has won. If bonus money is in an open trade at that moment, the release waits for its end.</li><li>With several bonuses, turnover counts towards the oldest first.</li><li>What you stake while you have a bonus counts for its turnover only: it adds nothing to the fund of a tournament, to the limit of your prize or to the loss that the risk-free offer counts.</li><li>If other numbers apply when you pay, the payment page shows them, and they count.</li></ul>' +
    '<h2>What it never does</h2>' +
    '<ul><li>It never takes your own money. If you withdraw before the turnover is done, you lose the bonus and what it has won, and never your own money.</li><li>It is not gone at once: while the withdrawal waits, the bonus is frozen, so that it can’t be staked, and stakes do not count towards its turnover. It is taken when the first part is sent, and comes back if nothing is sent. Until then you cannot ask for another withdrawal. While bonus money is in an open trade, such a withdrawal must wait for its end.</li><li>It never expires: there is no hidden date.</li></ul>' +
    '<h2>Good to know</h2>' +
    '<ul><li>A payment that a bank confirms late is credited without a bonus.</li><li>A bonus without a deposit is given once per person. If another account with the same device, card or payment details had it before, also if this shows only when you pay, none of it becomes your cash.</li><li>Practice money and tournaments have bonuses of their own or none, and say so.</li></ul>' +
    '<h2>The risk-free offer</h2>' +
    '<p>Each account gets it once, after the first day (UTC) on which its trades have lost your own money, and a person can accept it only once. {risk_free_percent} of that loss can come back. At 0% the offer is not made. It runs for an hour once you open it.</p>' +
    '<ul><li>The loss is what you have lost less what you have won, of your own money. Losses on the ladder, on opposite trades and while you had a bonus do not count.</li><li>If the next Up/Down trade that you buy with your own money loses, that part of the loss comes back, but never more than you staked of your own money on this trade. It is cash without conditions.</li><li>If the trade wins, or you sell it early, nothing comes back. A tie or a void trade leaves the offer for the next trade. If it is an opposite trade, nothing comes back.</li><li>On average, the trades that lead to the offer cost more than it gives back.</li></ul>',

  'pages.pg.fees.title': 'Fees and limits',
  'pages.pg.fees.html':
    '<p>All that a deposit, a trade and a withdrawal cost. You see the amount before you confirm, and you pay exactly that amount.</p>' +
    '<h2>Fees</h2>' +
    '<table><thead><tr><th scope="col">For</th><th scope="col">We charge</th></tr></thead><tbody>' +
    '<tr><th scope="row">Opening and keeping an account</th><td>Nothing</td></tr>' +
    '<tr><th scope="row">A deposit, by any method</th><td>Nothing on top: what you pay is what is on your account. Of payments in coins, our part is in the rate, and shown before you pay</td></tr>' +
    '<tr><th scope="row">A trade</th><td>No fee on top. Our part is in the payout: at 82%, a stake of 100 comes back as 182 or not at all</td></tr>' +
    '<tr><th scope="row">A trade sold early</th><td>{sale_fee} of its value when it is sold. Where trades begin at a price that nobody knows yet, so does a sale: you get the value of 3 to 6 seconds after you press, and never less than the least amount that the note of the button names</td></tr>' +
    '<tr><th scope="row">A withdrawal</th><td>Depends on the method. If money goes to several places, each transfer costs the fee of its method. A deposit that you have not traded goes back as it came, for another fee. The withdrawal page shows the fees, and what you receive, before you confirm</td></tr>' +
    '</tbody></table>' +
    '<p>Your bank, the wallet or the network of a coin may charge you for their part. We do not see it and get nothing of it.</p>' +
    '<h2>Limits</h2>' +
    '<table><thead><tr><th scope="col">Limit</th><th scope="col">Amount</th></tr></thead><tbody>' +
    '<tr><th scope="row">Smallest deposit</th><td>{minimum} US dollars</td></tr>' +
    '<tr><th scope="row">Largest card deposit</th><td>{maximum} US dollars</td></tr>' +
    '<tr><th scope="row">Card deposits</th><td>{day_limit} a day, by UTC</td></tr>' +
    '<tr><th scope="row">Refund to a card</th><td>usually arrives within {refund_days} days; your bank decides</td></tr>' +
    '<tr><th scope="row">Limits in other currencies</th><td>the same figures in euros and pounds, and 60 times in roubles. They do not change with exchange rates</td></tr>' +
    '</tbody></table>' +
    '<p>Some partners’ clients start at {partner_minimum}. Your own limits are shown on the page where you pay.</p>',

  'pages.pg.faq.title': 'Questions and answers',
  'pages.pg.faq.html':
    '<h2>Starting</h2>' +
    '<h3>Can I try it without money?</h3><p>Yes. Practice has 10,000 in practice money, which you can set back. Nothing you win there is real, and nothing you lose. When you want to go on, open your real account: you keep practice, and switch between the two at the top of the page.</p>' +
    '<h3>What do I need to open an account?</h3><p>Your name, an e-mail address, a phone number and two minutes. To go on trading deposited money, and before your first withdrawal is paid, we check an identity document, your signature and, if you have paid by card, a picture of the card. The payment page says after how many trades. You can send the document and the signature at once.</p>' +
    '<h3>Why can I not register from my country?</h3><p>Some countries do not allow this kind of trading, and some we do not serve. The form says so as soon as you choose the country.</p>' +
    '<h2>Money</h2>' +
    '<h3>I closed the page while I was paying. Is the payment lost?</h3><p>No. We complete the current step and, if you have confirmed your address, e-mail you the result. Nothing new is charged while you are away, and a payment that waits {idle_minutes} minutes for its next step ends. The funding page shows the state of the payment on any device.</p>' +
    '<h3>Can I be charged twice?</h3><p>Your card is charged once at most for one deposit. If several payment companies are asked, the next one is asked only after the one before has finally refused.</p>' +
    '<h3>Why does it say that you are checking my payment?</h3><p>The bank has not told us how it ended. If the money was taken, it reaches your account or goes back to your card. You need do nothing.</p>' +
    '<h3>Do I have to take the bonus?</h3><p>No. “No bonus” is already chosen, unless you have saved a promo code. <a href="/show/bonus">The bonus rules</a> say what a bonus asks for.</p>' +
    '<h3>When does a bonus become my money?</h3><p>When you have staked {turnover_factor} times the bonus of your own money. Then up to {release_percent} of the bonus becomes your cash. Ties, void trades, opposite trades and stakes of bonus money do not count. If you withdraw before, you lose the bonus and what it has won.</p>' +
    '<h3>Can I withdraw a deposit that I have not traded?</h3><p>Yes, if it came by card, by a wallet that can send it back, or in coins: it goes back the way it came, for a fee that the withdrawal page shows. By another way it leaves once you have staked its amount × {deposit_turnover_factor} of your own money. Payments that you have reported, e.g. bank transfers, must be traded first.</p>' +
    '<h2>Trading</h2>' +
    '<h3>Which price decides?</h3><p>The closing price, by our clock. On the simulated market this is the first price at or after the end of the option. On a real market it is the median of at least five trades of the last second, or else of the last five seconds: one trade cannot decide it.</p>' +
    '<h3>Is the market real?</h3><p>If the trading screen says “Simulated market”, its prices are simulated. They follow from public random numbers and from seeds, to which we commit a week before and which we publish after each five minutes, so that you can check them.</p>' +
    '<h3>Why is the market closed?</h3><p>Currency markets are closed from Friday 21:00 to Sunday 21:00 UTC. Crypto is always open.</p>' +
    '<h2>Safety</h2>' +
    '<h3>What happens to my card details?</h3><p>The number is kept encrypted, and you see its last four digits. The security code is passed on once and never kept.</p>' +
    '<h3>I forgot my password.</h3><p>Request a link on the log-in page. It works once, for 30 minutes.</p>' +
    '<hr /><p>Didn’t find your question? <a href="/show/contacts">Write to us</a>.</p>',

  'pages.pg.contacts.title': 'Contacts',
  'pages.pg.contacts.html':
    '<h2>What to have ready</h2>' +
    '<ul><li>About a payment: its reference, shown on the receipt and in your deposits.</li><li>About an error: the reference in the message.</li><li>Never send us your password, a card number or a security code. We never ask for them.</li></ul>' +
    '<h2>Where we are</h2>' +
    '<dl><dt>Company</dt><dd>Tradefront Demo Ltd, registered in Exampleland under the number 01234567</dd><dt>Address</dt><dd>1 Example Street, Sampletown, Exampleland</dd><dt>Phone</dt><dd>+44 20 7946 0123, Monday to Friday, 09:00 to 17:00 UTC</dd><dt>Supervised by</dt><dd>Example Markets Authority, licence EMA 0123</dd><dt>Complaints</dt><dd>We decide within 14 days. If you disagree, the Example Ombudsman decides.</dd></dl>' +
    fictionalNote,
} as const
