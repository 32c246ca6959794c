import type { pages as en } from '../en/pages.ts'

/** Texts of the server's pages that the screens of trading and funding show. */
export const pages = {
  'pages.ag.modal_bitcoin.title': 'الدفع بالبيتكوين',
  'pages.ag.modal_bitcoin.html':
    '<p>اختر مبلغًا فننشئ فاتورة لها عنوان خاص بها. أرسل العملات من أي محفظة أو منصة: توضح الفاتورة لأي مبلغ يسري سعرها وإلى متى.</p><p>ترى الدفعة حالما تعرفها الشبكة. وتصبح في حسابك حين تؤكدها الشبكة، عادةً خلال 10 إلى 60 دقيقة. وتضيف محفظتك رسوم الشبكة.</p><p>لا يمكن استرجاع الدفعات بالعملات الرقمية، فتحقّق من العنوان قبل الإرسال. كل ما يصل إلى العنوان حتى يوم بعد انتهاء الفاتورة يُضاف، وإن كان أكثر أو أقل أو متأخرًا. وما لا يشمله سعر الفاتورة يُضاف بالأدنى من ذلك السعر وسعرنا وقت تعدينه. تشمل أسعارنا حصتنا، وهي تُعرض قبل أن تدفع.</p>',
  'pages.ag.modal_risk.title': 'قبل أن تدفع بالبطاقة',
  'pages.ag.modal_risk.html':
    '<p>أشار فحص البطاقات لدينا إلى حسابك، فقد تُرفض دفعة بالبطاقة.</p><p>يختفي هذا الإشعار حالما تُقبل <a href="/show/documents">مستنداتك</a>.</p>',
  'pages.ag.dialog_entro_start.title': 'خطوة أخرى',
  'pages.ag.dialog_entro_start.html':
    '<p>تتم هذه الدفعة ببطاقة افتراضية. أكّدها في الصفحة التي تُفتح، ثم عُد إلى هنا.</p>',
  'pages.ag.dialog_entro_pin.title': 'التأكيد برمزك',
  'pages.ag.dialog_entro_pin.html': '<p>اكتب رمز الأمان الذي على ظهر بطاقتك. يُمرَّر مرة واحدة ولا يُحفظ.</p>',
  'pages.ag.ladder.title': 'السلّم',
  'pages.ag.ladder.html':
    '<p>تنتهي كل خيارات السلّم في الوقت نفسه. اختر سعرًا، وهل سيكون السوق حينها أعلى منه أم أدنى. كلما قلّ احتمال ذلك زاد العائد.</p>',
  'pages.ag.signals.title': 'إشارة',
  'pages.ag.signals.html':
    '<p>تقاطع متوسطان لأسعارنا. هذه حقيقة عن الماضي وليست توقعًا: تحقّق منها على الرسم البياني.</p>',
  'pages.pg.funding.title': 'إيداع الأموال',
  'pages.pg.funding.html': '<p>اختر المبلغ وطريقة الدفع. ترى ما تحصل عليه قبل أن تدفع.</p>',
} satisfies Partial<Record<keyof typeof en, string>>
