/** The game that greets a visitor: some moves are made, the person has just moved, and the machine is about to answer. */

/** @type {Pick<import('./address.js').Where, 'acts' | 'moment'>} */
export const DEMO = {
  acts: ['700 seeds 4', '1300 first human', '2016 press 3', '2874 press 2', '5996 press 5', '9616 press 4'].join('\n'),
  moment: 9600,
};
