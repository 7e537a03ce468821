export { useCommentCounts } from './api/comments.queries.ts';
export { CommentMark } from './components/comment-mark.tsx';
export { CommentsButton } from './components/comments-button.tsx';
