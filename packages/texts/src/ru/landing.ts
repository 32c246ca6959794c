import type { landing as en } from '../en/landing.ts'

export const landing: Record<keyof typeof en, string> = {
  'landing.title': 'Короткие опционы, все расходы на виду',
  'landing.description':
    'Торгуйте короткими опционами на валюты и криптовалюту. Выплата, комиссии и условия бонуса видны до согласия. Сначала попробуйте.',
  'landing.headline': 'Выше или ниже через 30 секунд?',
  'landing.lead':
    'Короткие опционы на валюты, металлы, индексы и криптовалюты: от 30 секунд до суток. Попробуйте прямо здесь: что можно выиграть и проиграть, видно до выбора.',
  'landing.practice': 'Попробовать на учебные деньги',
  'landing.first_risk': 'Вы можете потерять всю ставку.',

  'landing.slider': 'Наши возможности',
  'landing.slider_role': 'слайдер',
  'landing.slide_role': 'слайд',
  'landing.slide_of': '{number, number} из {count, number}: {title}',
  'landing.previous': 'Назад',
  'landing.next': 'Вперёд',
  'landing.pause': 'Остановить',
  'landing.play': 'Запустить',
  'landing.example': 'Пример',
  'landing.slide_option': 'Один вопрос, два ответа с известной ценой',
  'landing.slide_option_text':
    'Цена будет выше или ниже, когда истечёт время? До покупки видно, сколько вы получите и сколько потеряете.',
  'landing.ticket_stake': 'Ставка',
  'landing.ticket_payout': 'Выплата',
  'landing.ticket_right': 'Если вы правы',
  'landing.ticket_wrong': 'Если нет',
  'landing.up': 'Выше',
  'landing.down': 'Ниже',
  'landing.slide_bonus': 'Бонус с понятными условиями',
  'landing.slide_bonus_text':
    'При каждом пополнении видно, сколько добавит бонус и сколько собственных средств нужно для него поставить. От бонуса можно отказаться, тогда и оборот для него не нужен.',
  'landing.bonus_pay': 'Вы платите',
  'landing.bonus_adds': 'Бонус, {percent, number, percent}',
  'landing.bonus_total': 'На вашем счёте',
  'landing.bonus_turnover': 'Оборот, чтобы бонус стал вашим',
  'landing.slide_deposit': 'За пополнением следят до конца',
  'landing.slide_deposit_text':
    'Закройте страницу, потеряйте связь, смените телефон: текущий шаг завершится, платёж будет зачислен один раз, и мы сообщим результат.',
  'landing.step_check': 'Проверяем карту',
  'landing.step_bank': 'Отправляем запрос в банк',
  'landing.step_confirm': 'На вашем счёте',
  'landing.slide_practice': 'Учёба, которая ничего не стоит',
  'landing.slide_practice_text':
    'Те же цены и тот же экран, а деньги не настоящие. Начинайте заново сколько угодно раз.',
  'landing.practice_money': 'Учебные деньги',
  'landing.practice_reset': 'Начать заново',

  'landing.trial': 'Попробуйте сейчас',
  'landing.trial_symbol': 'Чем торговать',
  'landing.trial_terms': 'Через 30 секунд вы выиграете {win} или проиграете {stake} учебных денег. Счёт не нужен.',
  'landing.trial_no_prices': 'Сейчас цены не доходят до этой страницы. Она продолжает запрашивать их.',
  'landing.trial_closed': 'Ждём первую цену. Когда рынок закрыт, цен нет.',
  'landing.trial_no_answer': 'Сервер не ответил, сделка не совершена. Попробуйте ещё раз.',
  'landing.trial_is_up': 'Выше, на 30 секунд',
  'landing.trial_is_down': 'Ниже, на 30 секунд',
  'landing.trial_waits':
    'Сделка начнётся по первой цене после отсчёта. Эта цена следует из случайного числа, которое ещё не опубликовано.',
  'landing.trial_if_now': 'Если бы она закончилась сейчас',
  'landing.trial_won': 'Вы выиграли {amount}',
  'landing.trial_lost': 'Вы проиграли {amount}',
  'landing.trial_tie': 'Цена та же: ставка возвращена',
  'landing.trial_void': 'Цены не было: ставка возвращена',
  'landing.trial_prices': 'С {from} до {to}',
  'landing.trial_check_at': 'Проверить можно после {time}. Не закрывайте страницу: браузер сделает это сам.',
  'landing.trial_check_right': 'Браузер проверил: эти цены следуют из обещанных начальных значений и случайных чисел.',
  'landing.trial_check_wrong': 'Проверка в браузере не удалась: это не те цены, что были обещаны.',
  'landing.trial_check_impossible': 'Браузер не смог проверить цены.',
  'landing.trial_keep': 'Сохранить на учебном счёте',
  'landing.trial_again': 'Ещё раз',

  'landing.markets': 'Этим торгуют сейчас',
  'landing.markets_text': 'Валюты, металлы, индексы и криптовалюты. Выплата — прибыль в процентах от ставки.',
  'landing.prices_unforeseen':
    'Эти цены никто не может предвидеть, даже мы: каждая следует из открытого случайного числа, которого ещё нет, когда вы покупаете.',
  'landing.prices_unchosen': 'Эти цены никто не может выбрать, даже мы: каждая следует из открытого случайного числа.',
  'landing.prices_test':
    'Симулированные цены. На этом тестовом сайте случайные числа даёт маяк рядом с ним: тот, кто ведёт сайт, мог бы узнать их заранее.',
  'landing.prices_recorded': 'Это цены биржи. Полученные цены мы каждую минуту закрепляем в открытом журнале.',
  'landing.markets_check': 'Как проверить каждую цену',
  'landing.markets_open': 'Открыт',
  'landing.markets_closed': 'Закрыт',
  'landing.markets_opens': 'Откроется: {time}',
  'landing.markets_today': 'С полуночи (UTC)',

  'landing.how': 'Как работает опцион',
  'landing.how_1': 'Выберите направление',
  'landing.how_1_text': 'Выберите актив, сумму ставки и срок. Затем нажмите «Выше» или «Ниже».',
  'landing.how_2': 'Узнайте оба исхода',
  'landing.how_2_text':
    'При выплате {payout, number, percent} ставка {stake} возвращается как {back} или не возвращается. Это закреплено до покупки и не меняется.',
  'landing.how_3': 'Опцион завершается в срок',
  'landing.how_3_text': 'Решает цена этого момента, один раз.',

  'landing.costs': 'Сколько это стоит',
  'landing.costs_text':
    'Комиссии за сделку нет, за ведение счёта тоже. Наша часть — в выплате: если вы правы, выигрыш меньше того, что вы потеряли бы. Проверьте на своих числах.',
  'landing.costs_payout': 'Выплата',
  'landing.costs_stake': 'Ставка на сделку',
  'landing.costs_right': 'Верных из 100 сделок',
  'landing.costs_times': '{count, plural, one {# раз} few {# раза} many {# раз} other {# раза}}',
  'landing.costs_result': 'После 100 сделок',
  'landing.costs_staked': 'Поставлено всего',
  'landing.costs_won': 'Выиграно, {count, plural, one {# раз} few {# раза} many {# раз} other {# раза}} по {amount}',
  'landing.costs_lost': 'Проиграно, {count, plural, one {# раз} few {# раза} many {# раз} other {# раза}} по {amount}',
  'landing.costs_even':
    'Прибыль начинается с {needed, number} верных из 100. Наугад выходит около 50: разница — наша часть.',

  'landing.ways': 'Как приходят и уходят деньги',
  'landing.ways_text':
    'За пополнение мы ничего не берём; свою часть могут взять банк, кошелёк или сеть. Вывод сначала одобряют, затем он занимает указанное время.',
  'landing.ways_method': 'Способ',
  'landing.ways_deposit': 'Пополнение',
  'landing.ways_withdrawal': 'Вывод',
  'landing.ways_fee': 'Комиссия за вывод',
  'landing.ways_minutes':
    '{count, plural, =1 {Около минуты} one {Около # минуты} few {Около # минут} many {Около # минут} other {Около # минуты}}',
  'landing.ways_by_hand': 'В течение рабочего дня после поступления',
  'landing.ways_hours': 'До {count, plural, one {# часа} few {# часов} many {# часов} other {# часа}}',
  'landing.ways_days': 'До {count, plural, one {# дня} few {# дней} many {# дней} other {# дня}}',
  'landing.ways_none': 'Недоступно',
  'landing.ways_no_fee': 'Нет',
  'landing.ways_both': '{fee} и {amount}',
  'landing.ways_return': 'Деньги, которыми вы не торговали, возвращаются тем же путём; это стоит до {fee} от них.',
  'landing.way_card': 'Карта',
  'landing.way_bank': 'Банковский перевод',
  'landing.way_yandex': 'Яндекс',

  'landing.facts': 'В цифрах',
  'landing.fact_minimum': 'минимальное пополнение',
  'landing.fact_fee': 'комиссия за пополнение картой',
  'landing.fact_time': 'срок опциона',
  'landing.fact_time_value': '30 с – 1 день',
  'landing.fact_practice': 'учебных денег для начала',

  'landing.feed': 'Как выглядит лента результатов',
  'landing.feed_text':
    'Такие страницы любят показывать тех, кто выигрывает. Вот такая лента, и правда о ней: мы её придумали. Прибылью кончаются {share, number, percent} строк, потому что это число выбрали мы.',
  'landing.feed_sample': 'Пример, не настоящие данные',
  'landing.feed_list': 'Придуманные результаты',
  'landing.feed_profit': 'Прибыль',
  'landing.feed_loss': 'Убыток',
  'landing.feed_names':
    'Анна К.,Марек С.,София Л.,Йонас В.,Елена П.,Том Б.,Инес Р.,Виктор М.,Клара Д.,Оскар Н.,Лея Ф.,Павел Т.,Марта Г.,Хенрик А.,Надя В.',

  'landing.begin': 'Начните без риска',
  'landing.begin_text':
    'Для учебного счёта нужны почта и пароль. Когда откроете реальный, учебный останется, а о деньгах можно решить позже.',
  'landing.risk': 'Прежде чем начать',
  'landing.risk_text':
    'Торговля опционами рискованна: вы можете быстро потерять всю ставку. Не торгуйте деньгами, потерю которых не можете себе позволить, и не пытайтесь отыграться. Торговля запрещена лицам младше 18 лет.',
  'landing.risk_more': 'Прочитать предупреждение о риске полностью',
}
