import type { invoices as en } from '../en/invoices.ts'

export const invoices = {
  'invoices.details_BTC': 'الدفع بالبيتكوين',
  'invoices.details_ETH': 'الدفع بالإيثريوم',
  'invoices.how':
    'تحصل بعد ذلك على عنوان وعلى المبلغ الدقيق. أرسله من أي محفظة أو منصة خلال ساعة: توضح الفاتورة إلى متى يسري سعرها ولأي مبلغ.',
  'invoices.about':
    'نحو \u2066{coinAmount} {coin}\u2069 عند \u20661 {coin} = {rate}\u2069، بعد حصتنا من السعر، {spread}. يتحدد المبلغ الدقيق مع العنوان.',
  'invoices.pay_note': 'لا يخرج شيء من محفظتك حتى ترسله.',
  'invoices.only_BTC':
    'أرسل البيتكوين (BTC) فقط، على شبكة Bitcoin. العملات الأخرى، أو البيتكوين على شبكة أخرى (Lightning، BNB Smart Chain)، لن تصل وقد تضيع.',
  'invoices.only_ETH':
    'أرسل الإيثر (ETH) فقط، على شبكة Ethereum الرئيسية. الرموز مثل USDT أو USDC لا تُضاف، وقد يضيع الإيثر على شبكة أخرى (Arbitrum، Base، BNB Smart Chain).',
  'invoices.minimum':
    'تأخذ بعض المنصات رسومها من المبلغ: تأكد من وصوله كاملًا. الدفعات التي تقل قيمتها عن {smallest} لا تُضاف.',
  'invoices.rates': 'الأسعار بالدولار الأمريكي',
  'invoices.rates_at': 'حتى {time}',
  'invoices.rates_none': 'لا أسعار حاليًا.',
  'invoices.stale_title': 'لا يوجد سعر حالي لهذه العملة',
  'invoices.stale_text':
    'يمكن إنشاء فواتير جديدة حالما يتوفر سعر، عادةً خلال دقائق. تحتفظ الفواتير المفتوحة بسعرها وشروطه. يمكنك أيضًا اختيار طريقة دفع أخرى.',
  'invoices.stale_other': 'الدفع بالبطاقة',

  'invoices.open_title': 'فواتيرك',
  'invoices.open_row': '\u2066{coinAmount} {coin}\u2069 مقابل {amount}',
  'invoices.open_link': 'فتح الفاتورة',
  'invoices.is_new': 'في انتظار دفعتك حتى {time}',
  'invoices.is_checking': 'انقضت الساعة. نتحقق من آخر الكتل.',
  'invoices.is_checked': 'نتحقق من دفعة.',
  'invoices.is_underpaid': 'أرسل الباقي: \u2066{missing} {coin}\u2069',
  'invoices.is_watched': 'انتهت. يُراقب العنوان حتى {time}.',

  'invoices.title_BTC': 'فاتورة بيتكوين',
  'invoices.title_ETH': 'فاتورة إيثريوم',
  'invoices.test_chain': 'سلسلة اختبار: لا قيمة لهذه العملات. لا ترسل عملات حقيقية.',
  'invoices.test_wallet': 'الدفع بمحفظة الاختبار',
  'invoices.followed': 'دفعتك في أمان: نتابعها في كل الأحوال.',
  'invoices.missing_title': 'لا توجد فاتورة كهذه',
  'invoices.missing_text': 'ليست في حسابك. فواتيرك مدرجة في صفحة «إيداع الأموال».',
  'invoices.to_methods': 'العودة إلى طرق الدفع',
  'invoices.close': 'إغلاق',
  'invoices.new_invoice': 'إنشاء فاتورة جديدة',
  'invoices.start_trading': 'بدء التداول',

  'invoices.left': 'بقي {time}',
  'invoices.left_label': 'الوقت المتبقي للدفع',
  'invoices.left_unknown': 'نتحقق من الوقت',
  'invoices.amount': 'المبلغ',
  'invoices.rest': 'الباقي',
  'invoices.address': 'العنوان',
  'invoices.copy_amount': 'نسخ المبلغ',
  'invoices.copy_address': 'نسخ العنوان',
  'invoices.copy_detail': 'نسخ: {name}',
  'invoices.detail_copied': 'نُسخ: {name}',
  'invoices.address_copied': 'نُسخ العنوان',
  'invoices.amount_copied': 'نُسخ المبلغ',
  'invoices.copy_failed': 'تعذّر النسخ!',
  'invoices.copy_failed_explained': 'تعذّر النسخ. حدّد النص وانسخه يدويًا.',
  'invoices.qr': 'رمز QR فيه العنوان والمبلغ',
  'invoices.qr_help': 'امسحه بمحفظتك',
  'invoices.open_wallet': 'فتح في محفظتي',

  'invoices.new_title': 'أرسل \u2066{missing} {coin}\u2069',
  'invoices.new_text': 'أرسلها قبل {time}، في دفعة واحدة إن أمكن. تظهر هنا حالما تعرفها الشبكة.',
  'invoices.checking_title': 'انقضت الساعة',
  'invoices.checking_text': 'لا ترسل شيئًا الآن. نتحقق من آخر الكتل: يسري سعر الفاتورة على دفعة في كتلة قبل {blockTime}.',
  'invoices.checking_part_text':
    'لا ترسل شيئًا الآن: وصل في الوقت \u2066{received}\u2069 من \u2066{due} {coin}\u2069. يُضاف حالما تؤكده الشبكة.',
  'invoices.underpaid_title': 'أرسل الباقي: \u2066{missing} {coin}\u2069',
  'invoices.underpaid_text':
    'وصل \u2066{received}\u2069 من \u2066{due} {coin}\u2069. أرسل الباقي إلى العنوان نفسه قبل {time}.',
  'invoices.underpaid_credited': '{credited} في حسابك، وينقص \u2066{missing} {coin}\u2069.',
  'invoices.underpaid_bonus_missing': 'من دون الباقي لا تُضاف المكافأة {bonuses}.',
  'invoices.underpaid_bonus': 'من دون الباقي يُضاف ما وصل، لكن المكافأة {bonuses} لا تُضاف.',
  'invoices.underpaid_promo': 'ويبقى الرمز الترويجي {code} لإيداعك التالي.',
  'invoices.underpaid_plain': 'من دون الباقي يُضاف ما وصل.',
  'invoices.seen_title': 'رُصدت: {confirmations} من {required} تأكيدات',
  'invoices.seen_text':
    'لا يلزمك فعل شيء. يصبح المال في حسابك بعد {required, plural, zero {# تأكيد} one {تأكيد واحد} two {تأكيدين} few {# تأكيدات} many {# تأكيدًا} other {# تأكيد}}.',
  'invoices.seen_time':
    'يستغرق ذلك عادةً نحو {minutes, plural, zero {# دقيقة أخرى} one {دقيقة أخرى} two {دقيقتين أخريين} few {# دقائق أخرى} many {# دقيقة أخرى} other {# دقيقة أخرى}}.',
  'invoices.paid_title': '{credited} في حسابك',
  'invoices.paid_text': 'وصل ما أرسلته: \u2066{received} {coin}\u2069.',
  'invoices.paid_bonus': 'أُضيفت المكافأة {bonus}.',
  'invoices.paid_promo': 'أُضيفت المكافأة {promoBonus} من الرمز الترويجي {code}.',
  'invoices.overpaid_text':
    'أرسلت \u2066{received} {coin}\u2069 بدلًا من \u2066{due}\u2069. يُضاف كله: حتى \u2066{max} {coin}\u2069 بسعر الفاتورة، على ألا يزيد أبدًا على السوق بأكثر من {gain} وقت تعدينه؛ والباقي بالأدنى من ذلك السعر وسعرنا وقت تعدينه. وتبقى المكافأة مكافأة الفاتورة.',
  'invoices.also_late':
    'وصل \u2066{late} {coin}\u2069 إضافيًا بعد فوات سعر الفاتورة. يُضاف بالأدنى من ذلك السعر وسعرنا وقت تعدينه.',
  'invoices.also_late_waiting':
    'وصل \u2066{late} {coin}\u2069 إضافيًا بعد انتهاء الفاتورة. يُضاف حالما تؤكده الشبكة: بسعر الفاتورة إن جاءت كتلته قبل {blockTime}، وبعد ذلك بالأدنى من ذلك السعر وسعرنا وقت تعدينه.',
  'invoices.late_title': 'وصل متأخرًا: أُضيف بالسعر الأدنى',
  'invoices.late_text': 'وصل \u2066{late} {coin}\u2069 بعد فوات سعر الفاتورة. {credited} في حسابك، بلا مكافأة.',
  'invoices.late_waiting_title': 'دفعة متأخرة في الطريق',
  'invoices.late_waiting': 'وصل \u2066{late} {coin}\u2069 متأخرًا. يُضاف بلا مكافأة حالما تؤكده الشبكة.',
  'invoices.after_end_title': 'دُفعت بعد الانتهاء: أُضيفت بلا مكافأة',
  'invoices.after_end_text':
    'وصل \u2066{received} {coin}\u2069 بعد انتهاء الفاتورة، لكن ضمن سريان سعرها. {credited} في حسابك، بلا مكافأة.',
  'invoices.after_end_waiting_title': 'دُفعت بعد الانتهاء',
  'invoices.after_end_waiting':
    'وصل \u2066{received} {coin}\u2069 بعد انتهاء الفاتورة، لكن ضمن سريان سعرها. يُضاف بلا مكافأة حالما تؤكده الشبكة.',
  'invoices.part_title': 'وصل جزء فقط',
  'invoices.part_text': 'وصل \u2066{received}\u2069 من \u2066{due} {coin}\u2069. {credited} في حسابك، بلا مكافأة.',
  'invoices.part_waiting': 'وصل \u2066{received}\u2069 من \u2066{due} {coin}\u2069. يُضاف بلا مكافأة حالما تؤكده الشبكة.',
  'invoices.expired_title': 'انتهت صلاحية الفاتورة',
  'invoices.expired_text': 'لم تُرصد أي دفعة في الوقت المحدد، ولم يُضف شيء.',
  'invoices.canceled_title': 'ألغيت هذه الفاتورة',
  'invoices.canceled_text': 'لم يصل شيء لها.',
  'invoices.canceled_waiting': 'وصلت عملات لها في النهاية. تُضاف بلا مكافأة حالما تؤكدها الشبكة.',
  'invoices.canceled_credited': 'وصلت عملات لها في النهاية. {credited} في حسابك، بلا مكافأة.',
  'invoices.checked_title': 'نتحقق من دفعة',
  'invoices.checked_text':
    'دفعة أُضيفت لم تعد معروفة في الشبكة. حتى نتحقق منها لا يُضاف شيء آخر لهذه الفاتورة. لا يلزمك فعل شيء: لا ترسل عملات أخرى الآن.',
  'invoices.taken_back_title': 'استُرجعت دفعة',
  'invoices.taken_back_text':
    'أُضيف \u2066{takenBack} {coin}\u2069 ولم يعد معروفًا في الشبكة، فاستُقطع من حسابك مع أي مكافأة جاءت معه. إن لم تعرف السبب، فتواصل مع الدعم.',
  'invoices.since_then': 'ما وصل منذ ذلك الحين يُضاف بلا مكافأة حالما تؤكده الشبكة.',
  'invoices.watched':
    'لا ترسل شيئًا آخر إلى هذا العنوان. ما هو في الطريق يُضاف بلا مكافأة إن وصل قبل {time}: وبعد {blockTime} بالأدنى من سعر الفاتورة وسعرنا وقت تعدينه.',
  'invoices.not_watched':
    'لم يعد هذا العنوان مراقَبًا: لا ترسل إليه شيئًا. إن كنت أرسلت عملات بعد {time}، فتواصل مع الدعم برقم المعاملة.',
  'invoices.report_label': 'رقم المعاملة',
  'invoices.report_another': 'الإبلاغ عن معاملة أخرى',
  'invoices.report_help': 'إن كنت أرسلت بيتكوين بعد ذلك: تعرض محفظتك هذا الرقم. نبحث عنه يدويًا.',
  'invoices.report': 'الإبلاغ عنها',
  'invoices.reported': 'شكرًا لك. نبحث عن المعاملة \u2066{hash}\u2069، عادةً خلال يوم عمل واحد. تجدها في قائمة إيداعاتك.',
  'invoices.reported_before':
    'أبلغت عن المعاملة \u2066{hash}\u2069 من قبل، وقد بحثنا عنها. النتيجة في قائمة إيداعاتك. إن لم توافق عليها، فتواصل مع الدعم.',
  'invoices.support': 'التواصل مع الدعم',

  'invoices.terms': 'التفاصيل',
  'invoices.for_amount': 'مقابل',
  'invoices.bonus': 'المكافأة، إن دُفعت في الوقت',
  'invoices.bonus_added': 'المكافأة',
  'invoices.promo': 'الرمز الترويجي {code}، إن دُفعت في الوقت',
  'invoices.promo_added': 'الرمز الترويجي {code}',
  'invoices.turnover': 'حجم التداول من مالك قبل تحرير المكافأة',
  'invoices.rate': 'السعر',
  'invoices.rate_value': '\u20661 {coin} = {rate}\u2069',
  'invoices.spread_value': '{cost}، أي {spread}',
  'invoices.spread': 'حصتنا من السعر، مشمولة',
  'invoices.lock':
    'يسري السعر حتى \u2066{max} {coin}\u2069 في كتلة قبل {blockTime}؛ والباقي وما يأتي لاحقًا يُضاف بالأدنى من هذا السعر وسعرنا وقت تعدينه. ولا يزيد ما يُضاف أبدًا على السوق حينها بأكثر من {gain}.',
  'invoices.ends': 'تنتهي الفاتورة',
  'invoices.credited': 'المضاف حتى الآن',
  'invoices.after_end':
    'بعد الانتهاء يُراقب العنوان 24 ساعة أخرى. ما يصل خلالها يُضاف بلا مكافأة. وبعدها لا تُرصد الدفعات إليه.',
  'invoices.leave': 'يمكنك إغلاق هذه النافذة: تبقى الفاتورة في قائمتك، ونتابع الدفعة في كل الأحوال.',

  'invoices.cancel': 'إلغاء الفاتورة',
  'invoices.cancel_title': 'إلغاء هذه الفاتورة؟',
  'invoices.cancel_text': 'ألغها فقط إن لم ترسل شيئًا. وإن وصلت عملات خلال 24 ساعة رغم ذلك، تُضاف بلا مكافأة.',
  'invoices.cancel_keep': 'الاحتفاظ بالفاتورة',

  'invoices.payments': 'الدفعات',
  'invoices.transaction': 'المعاملة',
  'invoices.payment_seen': '{confirmations} من {required} تأكيدات',
  'invoices.payment_credited': 'أُضيفت',
  'invoices.payment_checking': 'قيد التحقق',
  'invoices.payment_taken_back': 'استُقطعت من حسابك: لم تعد معروفة في الشبكة',
  'invoices.payment_orphaned': 'لم تعد معروفة في الشبكة. إن أُرسلت من جديد، تُحتسب من جديد.',
  'invoices.payment_dust': 'أصغر من أن تُضاف',
  'invoices.payment_token': 'رمز: لا يُضاف. تواصل مع الدعم لاستعادته.',
  'invoices.token': 'الرمز',

  'invoices.other_title': 'سأرسل مبلغًا آخر',
  'invoices.other_label': 'البيتكوين الذي سترسله',
  'invoices.other_help': 'لترى قيمته هنا. لا يُرسل شيء.',
  'invoices.other_save': 'تسجيل هذا المبلغ',
  'invoices.other_invalid': 'أدخل مبلغًا بالبيتكوين، مثل 0.015.',
  'invoices.other_less':
    'قيمة \u2066{coinAmount} BTC\u2069 هي {amount} بسعر الفاتورة: يُضاف من دون المكافأة، ما لم يصل الباقي.',
  'invoices.other_less_plain': 'قيمة \u2066{coinAmount} BTC\u2069 هي {amount} بسعر الفاتورة.',
  'invoices.other_more':
    'قيمة \u2066{coinAmount} BTC\u2069 هي {amount} بسعر الفاتورة الذي يسري حتى \u2066{max} BTC\u2069. إرسال المزيد لا يغيّر المكافأة.',
} satisfies Partial<Record<keyof typeof en, string>>
