/** This machine, by the names that browsers write in addresses. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
