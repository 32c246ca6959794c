import type { deskTrading as en } from '../en/desk-trading.ts'

export const deskTrading: Record<keyof typeof en, string> = {
  'desk_trading.title': 'Торговля',
  'desk_trading.lead': 'Остановленное нельзя ни купить, ни продать. Открытые сделки закончатся в срок.',
  'desk_trading.stop_everything': 'Остановить всю торговлю',
  'desk_trading.stop': 'Остановить',
  'desk_trading.resume': 'Возобновить',
  'desk_trading.stop_all': 'Остановить торговлю всеми инструментами?',
  'desk_trading.stop_one': 'Остановить торговлю {symbol}?',
  'desk_trading.resume_all': 'Возобновить торговлю?',
  'desk_trading.resume_one': 'Возобновить торговлю {symbol}?',
  'desk_trading.all_stopped': 'Вся торговля остановлена с {time}.',
  'desk_trading.all_stopped_text': 'Инструменты, остановленные отдельно, останутся остановленными.',
  'desk_trading.symbols': 'Инструменты',
  'desk_trading.symbol': 'Инструмент',
  'desk_trading.state': 'Состояние',
  'desk_trading.goes_on': 'Открыта',
  'desk_trading.stopped_since': 'Остановлена с {time}',
  'desk_trading.open_trades': 'Открытые сделки',
  'desk_trading.loss': 'Худший убыток за минуту',
  'desk_trading.order': 'Действие',
}
