import { createTimerForm } from '../timers.js';

export const create = createTimerForm('for-time');
