/** Under which this browser keeps the list of tasks begun on this device. */
export const OWN_TASKS_KEY = 'geoinsights.own-tasks';
