/** The text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "1 leg", "3 legs"; for words whose plural is an s. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
