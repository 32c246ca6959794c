import type { sandbox as en } from '../en/sandbox.ts'

export const sandbox: Record<keyof typeof en, string> = {
  'sandbox.chat_title': 'Чат',
  'sandbox.chat_label': 'Ваше сообщение',
  'sandbox.chat_send': 'Отправить',
  'sandbox.chat_empty': 'Напишите нам, мы ответим здесь.',
  'sandbox.chat_failed': 'Сообщение не отправлено. Нажмите «Отправить» ещё раз.',
  'sandbox.chat_away': 'Связь потеряна. Восстанавливаем соединение.',
  'sandbox.agent_hello': 'Здравствуйте! Это учебный консультант. Чем могу помочь?',
  'sandbox.agent_hello_name': 'Здравствуйте, {name}! Это учебный консультант. Чем могу помочь?',
  'sandbox.agent_balance': 'На вашем счёте {balance}.',
  'sandbox.agent_balance_differs': 'На вашем счёте {balance}, а на вашей странице указано {shown}.',
  'sandbox.agent_no_account': 'Я не вижу вашего счёта. Войдите, чтобы я знал, кто вы.',
  'sandbox.agent_no_balance': 'Я пока не вижу вашего баланса. Спросите ещё раз через минуту.',
  'sandbox.agent_withdraw':
    'Деньги выводятся тем же способом, которым вы пополняли счёт. Если документы уже одобрены, вывод проходит быстрее.',
  'sandbox.agent_documents': 'Мы проверяем документы по очереди. После проверки вы получите письмо.',
  'sandbox.agent_other': 'Спасибо, я это записал. Могу помочь чем-то ещё?',
  'sandbox.words_balance': 'баланс, деньг',
  'sandbox.words_withdraw': 'вывод, вывести',
  'sandbox.words_documents': 'документ, паспорт',
}
