import type { promo as en } from '../en/promo.ts'

/** What the screen of funding shows of codes and bonuses. */
export const promo = {
  'promo.invalid': 'هذا الرمز الترويجي غير صالح. تحقّق من كتابته.',
  'promo.ended': 'انتهى هذا الرمز الترويجي.',
  'promo.used_up': 'استُنفد هذا الرمز الترويجي.',
  'promo.used_by_you': 'استخدمت هذا الرمز الترويجي من قبل.',
  'promo.given_before':
    'تُمنح هذه المكافأة مرة واحدة لكل شخص. وقد حصل عليها حساب بالجهاز أو البطاقة أو الهاتف أو بيانات الدفع نفسها.',
  'promo.new_accounts_only': 'هذا الرمز الترويجي للحسابات الجديدة فقط. يُدخل عند فتح الحساب.',
  'promo.email_unproved': 'أكّد بريدك الإلكتروني أولًا: افتح الرابط الذي أرسلناه إليك، ثم أدخل الرمز من جديد.',
  'promo.practice': 'الرموز الترويجية والمكافآت لحسابك الحقيقي. انتقل إليه أولًا.',
  'promo.stored_done': 'حُفظ الرمز. تأتي مكافأته مع إيداعك التالي.',
  'promo.used_done': 'تم: في حسابك مكافأة بمبلغ {amount}.',
  'promo.stored_title': 'الرمز {code} محفوظ لإيداعك التالي',
  'promo.remove': 'إزالة الرمز',
  'promo.stored_over_title': 'لم يعد الرمز المحفوظ {code} يعمل',
  'promo.stored_over_text': '{reason} يأتي إيداعك التالي من دون مكافأته.',
  'promo.removed': 'أُزيل الرمز.',
  'promo.refused_title': 'لم يُستخدم الرمز {code}',
  'promo.refused_text': '{reason} أُضيف إيداعك من دون مكافأته.',
  'promo.refused_signup_text': '{reason} لم تُضف مكافأته.',
  'promo.refused_seen': 'حسنًا',
  'promo.granted': 'أضاف الرمز {code} مكافأة بمبلغ {amount} إلى إيداعك.',
  'promo.to_funding': 'إيداع الأموال',
  'promo.choice': 'الرمز الترويجي {code} فقط',
  'promo.choice_help':
    '{bonus} إضافية. تداول {turnover} من مالك في المجموع، فيصبح ما يصل إلى {release} من أموال المكافأة نقدًا لك.',
  'promo.choice_small': 'يتطلب الرمز إيداعًا بمبلغ {minimum} أو أكثر. مع إيداع أصغر يبقى محفوظًا.',
  'promo.with_bonus_too': 'يُضاف إليها الرمز الترويجي {code}.',
  'promo.fixed_keeps': 'يبقى الرمز الترويجي {code} محفوظًا لإيداع آخر.',
  'promo.stored_gone': 'استُخدم الرمز الترويجي المحفوظ أو أُزيل.',
  'promo.over_now': '{reason} لم يُنفَّذ شيء بعد. راجع ما تحصل عليه، ثم تابع.',
} satisfies Partial<Record<keyof typeof en, string>>
