/** From the frame of the ladder to its page: Escape was pressed. */
export const closeMessage = 'ladder:close'
