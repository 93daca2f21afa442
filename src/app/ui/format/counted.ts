/** "1 leg", "3 legs"; for words whose plural is an s. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
