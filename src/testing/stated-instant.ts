/**
 * When tests, journeys, pictures and bench take place: a Wednesday at midday, with the market in the middle of its week, whatever day it is
 * and wherever the machine stands.
 */
export const statedInstant = '2026-11-25T12:00:00Z'
