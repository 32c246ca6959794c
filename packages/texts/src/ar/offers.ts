import type { offers as en } from '../en/offers.ts'

export const offers = {
  'offers.over': 'انتهى هذا العرض.',
  'offers.limited_title': 'مكافأة على إيداعك الثاني',
  'offers.limited_line':
    'لإيداعك الثاني مكافأة {percent, number, ::percent scale/0.01}. بعد فتح العرض، أمامك {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}} لتقرر. يمكنك فتحه حتى {time}.',
  'offers.limited_running': 'مكافأة {percent, number, ::percent scale/0.01} على إيداعك الثاني.',
  'offers.risk_free_title': 'يعود إليك جزء من خسارتك إن خسرت الصفقة التالية',
  'offers.risk_free_line':
    'يعود إليك ما يصل إلى {amount} إن خسرت صفقة الصعود/الهبوط التالية. بعد فتح العرض، أمامك {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}} لتقرر.',
  'offers.risk_free_running': 'يعود إليك ما يصل إلى {amount} إن خسرت صفقة الصعود/الهبوط التالية.',
  'offers.risk_free_text':
    'في {day} (UTC) خسرت صفقاتك {loss} من مالك. إن خسرت صفقة الصعود/الهبوط التالية التي تشتريها بمالك، نعيد إليك ما يصل إلى {amount}، أي {percent, number, ::percent scale/0.01} من تلك الخسارة.',
  'offers.risk_free_limit': 'هو نقد يمكنك سحبه أو تداوله، ولا يزيد أبدًا على ما تضعه من مالك في تلك الصفقة.',
  'offers.risk_free_outcome':
    'إن ربحت الصفقة أو بعتها مبكرًا، فلا يُعاد شيء. التعادل أو الصفقة الملغاة يُبقيان العرض لصفقتك التالية. ومع صفقة مفتوحة في الاتجاه المعاكس على الأداة نفسها لا يُعاد شيء. صفقات السلّم لا تستخدمه.',
  'offers.risk_free_counted':
    'خسارة اليوم هي ما خسرته مطروحًا منه ما ربحته، من مالك. لا تُحتسب الخسائر على السلّم، ولا في الصفقات المتعاكسة، ولا أثناء وجود مكافأة.',
  'offers.risk_free_cost':
    'يُقدَّم العرض مرة واحدة. في المتوسط، تكلّف الصفقات المؤدية إليه أكثر مما يعيد: ليس سببًا للتداول.',
  'offers.open': 'عرض التفاصيل',
  'offers.text': 'اقبل لتُحفظ هذه المكافأة لإيداعك التالي. لا يُخصم شيء الآن.',
  'offers.once': 'يستمر الوقت إن أغلقت هذا. يُقدَّم العرض مرة واحدة.',
  'offers.left': 'ينتهي العرض بعد {time}.',
  'offers.left_unknown': 'نتحقق من الوقت المتبقي…',
  'offers.limited_accept': 'حفظ المكافأة',
  'offers.risk_free_accept': 'قبول العرض',
  'offers.ignore': 'لا، شكرًا',
  'offers.ignore_top': 'الإيداع من دونه',
  'offers.limited_accepted': 'حُفظت المكافأة لإيداعك التالي.',
  'offers.risk_free_accepted': 'قُبل العرض. يسري على صفقة الصعود/الهبوط التالية بمالك.',

  'offers.bitcoin_title': 'يمكنك أيضًا الدفع بالبيتكوين',
  'offers.bitcoin_text': 'لا يحتاج الإيداع بالبيتكوين إلى بطاقة ولا إلى بنك. تحصل على عنوان ومبلغ، وترى كل تأكيد هنا.',
  'offers.bitcoin_later': 'ليس الآن',
  'offers.bitcoin_why': 'لماذا البيتكوين؟',
  'offers.bitcoin_deposit': 'الإيداع بالبيتكوين',
  'offers.risk_title': 'قبل أن تدفع بالبطاقة',
  'offers.risk_text':
    'أشار فحص البطاقات لدينا إلى حسابك، فقد تُرفض دفعة بالبطاقة. الإيداع بالبيتكوين لا يحتاج إلى فحص بطاقة.',
  'offers.risk_card': 'الدفع بالبطاقة رغم ذلك',
} satisfies Partial<Record<keyof typeof en, string>>
