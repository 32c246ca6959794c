/** The view in which documents are photographed. */
export const camera = {
  'camera.close': 'Close the camera',
  'camera.photo': 'Your photo',
  'camera.starting': 'Starting the camera. If your browser asks, allow it.',
  'camera.aim_passport': 'Fit the page with the photo, or one side of the identity card, into the frame.',
  'camera.aim_card': 'Cover the middle digits, then fit the front of the card into the frame.',
  'camera.take': 'Take the photo',
  'camera.check': 'Can you read all of the text?',
  'camera.send': 'Send this photo',
  'camera.repeat': 'Take again',
  'camera.unsaved': 'Your browser could not save the photo, so it was not sent. Take it again.',
  'camera.blocked': 'The camera is blocked. Allow it in the settings of your browser, or choose a file.',
  'camera.missing': 'This device has no camera. Choose a file.',
  'camera.busy': 'The camera does not answer. Close other programs that use it, or choose a file.',
} as const
