/**
 * The lessons of the tutorial. Each is a position and something to do in it; the engine tells what a move did.
 * @typedef {import('../protocol.js').Story} Story
 * @typedef {object} Lesson
 * @property {() => {title: string, task: string, right: string, wrong: string}} texts
 * @property {string} position
 * @property {(story: Story) => boolean} goal
 * @property {number} [times] how often in a row
 * @property {number} [reply] a pit north plays afterwards; the goal then looks at that move
 */
import { t } from '../lib/texts.js';

const START = '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s';
export const RULES = 'standard';

/** @type {Lesson[]} */
export const LESSONS = [
  {
    texts: () => ({
      title: t('page.learn.sow'),
      task: t('page.learn.sow.task'),
      right: t('page.learn.sow.right'),
      wrong: '',
    }),
    position: START,
    goal: () => true,
  },
  {
    texts: () => ({
      title: t('page.learn.store'),
      task: t('page.learn.store.task'),
      right: t('page.learn.store.right'),
      wrong: t('page.learn.store.wrong'),
    }),
    position: '4,4,4,0,5,5,1/5,4,4,4,4,4,0 s',
    goal: (story) => story.path.some(({ side, pit }) => side === story.side && pit === 0),
  },
  {
    texts: () => ({
      title: t('page.learn.again'),
      task: t('page.learn.again.task'),
      right: t('page.learn.again.right'),
      wrong: t('page.learn.again.wrong'),
    }),
    position: START,
    goal: (story) => story.extraTurn,
  },
  {
    texts: () => ({
      title: t('page.learn.chain'),
      task: t('page.learn.chain.task'),
      right: t('page.learn.chain.right'),
      wrong: t('page.learn.chain.wrong'),
    }),
    position: '3,0,0,0,2,1,8/4,4,0,5,1,0,10 s',
    goal: (story) => story.extraTurn,
    times: 3,
  },
  {
    texts: () => ({
      title: t('page.learn.capture'),
      task: t('page.learn.capture.task'),
      right: t('page.learn.capture.right'),
      wrong: t('page.learn.capture.wrong'),
    }),
    position: '2,0,0,1,3,0,5/1,0,2,6,0,1,8 s',
    goal: (story) => story.capture !== null,
  },
  {
    texts: () => ({
      title: t('page.learn.round'),
      task: t('page.learn.round.task'),
      right: t('page.learn.round.right'),
      wrong: t('page.learn.round.wrong'),
    }),
    position: '0,1,0,0,1,9,6/2,0,3,1,0,2,8 s',
    goal: (story) => story.path.some(({ side, pit }) => side === story.side && pit === 1),
  },
  {
    texts: () => ({
      title: t('page.learn.guard'),
      task: t('page.learn.guard.task'),
      right: t('page.learn.guard.right'),
      wrong: t('page.learn.guard.wrong'),
    }),
    position: '0,0,6,0,1,0,9/0,2,0,0,0,3,9 s',
    goal: (story) => story.capture === null,
    reply: 2,
  },
  {
    texts: () => ({
      title: t('page.learn.end'),
      task: t('page.learn.end.task'),
      right: t('page.learn.end.right'),
      wrong: '',
    }),
    position: '0,0,0,0,0,1,23/2,0,1,0,0,0,17 s',
    goal: (story) => story.over,
  },
];
