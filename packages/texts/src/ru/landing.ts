import type { landing as en } from '../en/landing.ts'

export const landing: Record<keyof typeof en, string> = {
  'landing.title': 'Короткие опционы, все расходы на виду',
  'landing.description':
    'Торгуйте короткими опционами на валюты и криптовалюту. Выплата, комиссии и условия бонуса видны до согласия. Сначала попробуйте.',
  'landing.headline': 'Торгуйте ближайшей минутой. Цену ошибки знайте заранее.',
  'landing.lead':
    'Короткие опционы на валюты и криптовалюту, от 30 секунд до суток. Выплата, комиссии и условия бонуса у вас перед глазами до того, как вы на что-то согласитесь.',
  'landing.demo': 'Попробовать на учебные деньги',
  'landing.first_risk': 'Можно потерять всё, что вы поставили.',

  'landing.slider': 'Что здесь есть',
  'landing.slider_role': 'слайдер',
  'landing.slide_role': 'слайд',
  'landing.slide_of': '{number, number} из {count, number}: {title}',
  'landing.previous': 'Назад',
  'landing.next': 'Вперёд',
  'landing.pause': 'Остановить',
  'landing.play': 'Запустить',
  'landing.example': 'Пример',
  'landing.slide_option': 'Один вопрос, у обоих ответов есть цена',
  'landing.slide_option_text':
    'Цена будет выше или ниже, когда выйдет время? Что вы получите и что потеряете, написано до нажатия.',
  'landing.ticket_stake': 'Ставка',
  'landing.ticket_payout': 'Выплата',
  'landing.ticket_right': 'Если вы правы',
  'landing.ticket_wrong': 'Если нет',
  'landing.up': 'Выше',
  'landing.down': 'Ниже',
  'landing.slide_bonus': 'Бонус, и рядом его цена',
  'landing.slide_bonus_text':
    'При каждом пополнении видно, что добавит бонус и что за него нужно наторговать. Или откажитесь: тогда от вас ничего не нужно.',
  'landing.bonus_pay': 'Вы платите',
  'landing.bonus_adds': 'Бонус, {percent, number, percent}',
  'landing.bonus_total': 'На вашем счёте',
  'landing.bonus_turnover': 'Наторговать, чтобы бонус стал вашим',
  'landing.slide_deposit': 'Пополнение доводится до конца',
  'landing.slide_deposit_text':
    'Закройте страницу, потеряйте связь, смените телефон: платёж идёт дальше, засчитывается один раз, и вы узнаете, чем он кончился.',
  'landing.step_check': 'Проверяем карту',
  'landing.step_bank': 'Спрашиваем банк',
  'landing.step_confirm': 'На вашем счёте',
  'landing.slide_practice': 'Учёба, которая ничего не стоит',
  'landing.slide_practice_text':
    'Те же цены и тот же экран, а деньги не настоящие. Начинайте заново сколько угодно раз.',
  'landing.practice_money': 'Учебные деньги',
  'landing.practice_reset': 'Начать заново',

  'landing.how': 'Как работает опцион',
  'landing.how_1': 'Скажите, куда',
  'landing.how_1_text': 'Выберите, чем торговать, сколько поставить и когда конец. Потом «Выше» или «Ниже».',
  'landing.how_2': 'Увидьте оба исхода',
  'landing.how_2_text':
    'При выплате {payout, number, percent} ставка {stake} возвращается как {back} или не возвращается. Это закреплено до покупки и не меняется.',
  'landing.how_3': 'Конец тогда, когда вы сказали',
  'landing.how_3_text':
    'Решает первая цена в этот момент или после него, один раз. Её можно найти на графике и проверить.',

  'landing.facts': 'В цифрах',
  'landing.fact_minimum': 'наименьшее пополнение',
  'landing.fact_fee': 'комиссия за пополнение картой',
  'landing.fact_time': 'сколько длится опцион',
  'landing.fact_time_value': '30 с – 1 день',
  'landing.fact_practice': 'учебных денег для начала',

  'landing.feed': 'Как выглядит лента результатов',
  'landing.feed_text':
    'Такие страницы любят показывать тех, кто выигрывает. Вот такая лента, и правда о ней: мы её придумали. Прибылью кончаются {share, number, percent} строк, потому что это число выбрали мы.',
  'landing.feed_truth':
    'При выплате {payout, number, percent} нужно угадывать не меньше {needed, plural, one {# раза} few {# раз} many {# раз} other {# раза}} из 100 только для того, чтобы остаться при своём. Многим это не удаётся.',
  'landing.feed_sample': 'Пример, не настоящие данные',
  'landing.feed_list': 'Придуманные результаты',
  'landing.feed_profit': 'Прибыль',
  'landing.feed_loss': 'Убыток',
  'landing.feed_names':
    'Анна К.,Марек С.,София Л.,Йонас В.,Елена П.,Том Б.,Инес Р.,Виктор М.,Клара Д.,Оскар Н.,Лея Ф.,Павел Т.,Марта Г.,Хенрик А.,Надя В.',

  'landing.begin': 'Начните, ничем не рискуя',
  'landing.begin_text': 'Для учебного счёта нужны минута и адрес почты. Открыв настоящий, о деньгах решите позже.',
  'landing.risk': 'Прежде чем начать',
  'landing.risk_text':
    'Торговля опционами рискованна: можно быстро потерять всё, что вы поставили. Не торгуйте деньгами, которые вам нужны, и не пытайтесь отыграться. До 18 лет торговать нельзя.',
  'landing.risk_more': 'Прочитать предупреждение о риске целиком',
}
