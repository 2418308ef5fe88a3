/** Sentences: trade. */
export default {
};
